drop policy filler on borrowers;
