// What a test card does when it is charged.
export type CardKind =
  | "good"
  | "generic_decline"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "processing_error"
  | "lost_card"
  | "stolen_card"
  | "authenticate_unless_set_up"
  | "authenticate_always"
  | "declines_after_attaching";
