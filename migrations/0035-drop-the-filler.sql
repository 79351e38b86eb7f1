-- 0034 filled what it was for.
-- unused since 0.1.0
drop policy filler on borrowers;
