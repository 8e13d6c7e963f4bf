/** Every 'no' that a caller can act on: its HTTP status and its one sentence for a person. */
export const refusals = {
  invalid_input: [400, 'Please check the fields marked below.'],
  idempotency_key_missing: [400, 'This call needs an Idempotency-Key.'],
  not_signed_in: [401, 'Please log in to carry on.'],
  session_ended: [401, 'Your session has ended. Please log in again.'],
  wrong_credentials: [401, 'Email and password do not match.'],
  not_yours: [403, 'This belongs to another account.'],
  cross_origin: [403, 'This call must come from the site itself.'],
  suspended: [403, 'This account is suspended.'],
  not_found: [404, 'We could not find that.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  slot_taken: [409, 'That time has just gone. These times are still free.'],
  quote_changed: [409, 'The price or plan has changed since you looked. See what is different, then carry on.'],
  request_running: [409, 'The same call is still running.'],
  quote_expired: [410, 'This quote has ended. Prices are shown anew.'],
  body_too_big: [413, 'That is more than this call takes.'],
  idempotency_mismatch: [422, 'This key was used for a different call.'],
  unknown_store: [422, 'That shop is not known.'],
  unknown_category: [422, 'That category is not known.'],
  unknown_service: [422, 'One of the services is not known.'],
  service_of_other_category: [422, 'One of the services belongs to another category.'],
  location_missing: [422, 'Please enter location'],
  location_out_of_range: [422, 'That place is not on the map. Choose one from the list.'],
  country_not_served: [422, 'Primp works in Australia, Canada, the United Kingdom and the United States.'],
  country_mismatch: [422, 'That place is in another country. Choose it from the list.'],
  place_too_remote: [422, 'We know no place near there. Choose a town.'],
  date_past: [422, 'That day has passed there. Choose a later one.'],
  date_too_far: [422, 'Choose a day within the next two years.'],
  time_past: [422, 'That time has passed. Choose a later one.'],
  people_mismatch: [422, 'The people and their services do not add up. Check who needs what.'],
  too_many_people: [422, 'A search takes up to 20 people.'],
  too_many_services: [422, 'A search takes up to 60 services in all.'],
  service_twice: [422, 'A service can stand only once for one person.'],
  unknown_previous_search: [422, 'The search you are changing is not known.'],
  time_needed: [422, 'Add a time to see the plan and book.'],
  compare_two_to_four: [422, 'Compare takes two to four artists.'],
  rate_limited: [429, 'That was a lot at once. Try again in a moment.'],
  fault: [500, 'Something broke on our side. Please try again.'],
  unavailable: [503, 'We are busy right now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

export type Failure = {
  message: string
  code: RefusalCode
  errors?: { path: string; message: string }[]
  /** What the caller needs to act on the refusal: free times, the difference, the newer version. */
  detail?: unknown
  requestId: string
}
