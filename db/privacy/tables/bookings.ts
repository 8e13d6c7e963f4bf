import type { TableEntry } from '#db/privacy/register.ts'

const customer = ['customer'] as const
const both = ['customer', 'artist'] as const
const team = { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, keptFor: 'audit' } as const
const price = 'A price or a state of processing, linked to a search or booking by its number.'

/** From the search to the review: searches, requests, bookings, parties, messages, reviews. */
export const bookingTables: Record<string, TableEntry> = {
  search: {
    subjects: customer,
    personal: [
      { topic: 'search', export: 'searches', anonymised: 'account_id place_name location lat lng' },
      { topic: 'search', export: { omitted: 'secret' }, anonymised: 'visitor_hash' },
      { topic: 'requester', export: 'searches', anonymised: 'details' },
      { topic: 'look', export: 'searches', anonymised: 'tags free_of' },
      { topic: 'marketing', export: 'searches', anonymised: 'experiment_id gclid heap_id landing_page' },
    ],
    technical:
      'id category_id country_code tz event_date finish_time start_time time_constraint people previous_search sample created_at area quotes_found seats partner_id language is_sandbox',
  },
  search_picture: {
    subjects: customer,
    personal: [{ topic: 'look', export: 'picturesOfLooks', deleted: 'upload_id media_id added_at' }],
    technical: 'id search_id position',
  },
  freed_alert: {
    subjects: customer,
    personal: [
      { topic: 'saved', export: 'alerts', deleted: 'email created_at told_at' },
      { topic: 'saved', export: { omitted: 'secret' }, deleted: 'off_key_hash' },
    ],
    technical: 'id search_id fits_then looked_at provider_id mode first_at',
  },
  freed_turn: { notPersonal: price, technical: 'id alert_id provider_id event_date started_at ends_at' },
  quote: {
    subjects: ['artist'],
    personal: [{ topic: 'booking', export: { omitted: 'copy' }, kept: 'body', keptFor: 'others' }],
    technical:
      'country_code id search_id provider_id mode version hash total_minor deposit_minor currency created_at expires_at promo_of',
  },
  quote_act: {
    notPersonal: price,
    technical: 'search_id provider_id state at mode quote_id total_minor deposit_minor until other_time',
  },
  team_up: { notPersonal: price, technical: 'id search_id spare_minutes waiting_minutes made_at' },
  team_part: { notPersonal: price, technical: 'team_up_id place search_id provider_id people' },
  request: {
    subjects: customer,
    personal: [
      { topic: 'messages', export: 'requests', anonymised: 'words files note' },
      { topic: 'messages', subjects: ['artist'], export: 'requests', kept: 'reason', keptFor: 'others' },
    ],
    technical:
      'country_code id event_key search_id provider_id account_id mode version replaces state open quote_id event_date created_at confirmed_at ends_at half_told_at answered_at',
  },
  offer: {
    subjects: ['artist'],
    personal: [{ topic: 'messages', export: 'offers', anonymised: 'note reason' }],
    technical: 'id request_id version quote_id state kind during created_at ends_at half_told_at ended_at',
  },
  block: {
    subjects: both,
    personal: [{ topic: 'reports', export: 'blocked', deleted: 'account_id provider_id by created_at' }],
    technical: '',
  },
  conversation: {
    subjects: both,
    personal: [{ topic: 'messages', export: 'messages', deleted: 'id' }],
    technical:
      'country_code search_id account_id provider_id state contacts_open_at created_at last_at asked_at replied_at counted_at',
  },
  conversation_side: {
    notPersonal: 'What was read and when; deleted with the conversation.',
    technical: 'conversation_id side read_id read_at seen_at',
  },
  message: {
    subjects: both,
    personal: [{ topic: 'messages', export: 'messages', deleted: 'conversation_id side kind text slots files at' }],
    technical: 'id told_at key',
  },
  appointment: {
    subjects: customer,
    personal: [
      { topic: 'requester', export: 'appointments', anonymised: 'account_id requester event end_reason' },
      {
        topic: 'bookingDetails',
        export: 'appointments',
        anonymised: 'place lat lng day names share_number sms_reminders',
      },
      { topic: 'bookingDetails', export: { omitted: 'secret' }, anonymised: 'share_key_hash' },
      {
        topic: 'booking',
        subjects: both,
        export: 'appointments',
        kept: 'number event_date starts_at ends_at body people total_minor',
        keptFor: 'tax',
      },
      { topic: 'terms', export: 'appointments', kept: 'guardian_confirmed_at', keptFor: 'consent' },
    ],
    technical:
      'id hold_id search_id quote_id offer_id provider_id mode state cancelled_by no_show_of country_code tz ready_at buffer_minutes policy booked_at policy_start cooling_until currency deposit_minor fee_minor sequence changed_at left_at arrived_at late_from late_minutes done_at balance_paid_at balance_paid_how completed_at ended_at rescue_search_id rescue_until rescue_ended rescued_from sample share_ended in_full credit_minor partner_id later_minor',
  },
  appointment_move: {
    subjects: customer,
    personal: [
      { topic: 'bookingDetails', export: 'moves', anonymised: 'names' },
      { topic: 'booking', subjects: both, export: 'moves', kept: 'body', keptFor: 'tax' },
    ],
    technical:
      'id appointment_id by state starts_at ends_at ready_at event_date total_minor deposit_minor fee_minor ends_waiting_at agreed_at created_at answered_at people share was guests',
  },
  dispute: {
    subjects: both,
    personal: [
      { topic: 'disputes', export: 'disputes', anonymised: 'text other_side pictures reason' },
      { ...team, kept: 'settled_by' },
    ],
    technical: 'id appointment_id by kind other_side_at answer_until state outcome refund_minor settled_at created_at',
  },
  linked_appointment: {
    subjects: customer,
    personal: [{ topic: 'booking', export: 'trials', anonymised: 'account_id' }],
    technical:
      'id appointment_id kind part_of provider_id services state minutes hours months price_minor deducted_minor kept_minor starts_at ends_at event_date policy_start booked_at ended_at cancelled_by',
  },
  signed_form: {
    subjects: customer,
    personal: [
      { topic: 'forms', export: 'signedForms', deleted: 'signed_at erased_at sealed' },
      { topic: 'forms', export: { omitted: 'secret' }, deleted: 'wrapped_key' },
    ],
    technical: 'appointment_id form_id version_id',
  },
  active_hold: { notPersonal: price, technical: 'search_id provider_id hold_id' },
  booking_job: { notPersonal: price, technical: 'appointment_id next_at attempts' },
  hold: {
    subjects: customer,
    personal: [
      { topic: 'requester', export: 'holds', anonymised: 'account_id requester terms_accepted_at' },
      { topic: 'bookingDetails', export: 'holds', anonymised: 'day' },
      { topic: 'logs', export: { omitted: 'secret' }, anonymised: 'network_hash' },
      { topic: 'terms', export: 'holds', kept: 'guardian_confirmed_at', keptFor: 'consent' },
    ],
    technical:
      'country_code id search_id quote_id provider_id offer_id state half_told_at created_at expires_at ended_at freed soft in_full credit_minor split team_up_id end_reason extensions link_sent_at on_account',
  },
  sandbox_hold: {
    notPersonal: 'tests of a partner: no data of a customer',
    technical:
      'id partner_id search_id quote_id state expires_at created_at ended_at booking_id booking_no booking_state booked_at on_account',
  },
  hold_linked_appointment: {
    notPersonal: price,
    technical: 'id hold_id kind services with_test hours months starts_at ends_at event_date',
  },
  bill: {
    notPersonal: price,
    technical:
      'hold_id appointment_id state due_minor shares_until rest_until rest_told_at created_at opened_at ended_at',
  },
  bill_share: {
    subjects: ['payer', 'guest'],
    personal: [{ topic: 'bookingDetails', export: 'sharedBills', anonymised: 'name' }],
    technical: 'id hold_id person booker lines total_minor due_minor fee_minor',
  },
  appointment_progress: {
    subjects: both,
    personal: [{ topic: 'dayProgress', export: 'saidOnTheDay', deleted: 'kind person service_id minutes at' }],
    technical: 'appointment_id id undo received_at acting',
  },
  guest: {
    subjects: ['guest'],
    personal: [
      {
        topic: 'bookingDetails',
        export: 'guests saidAsGuest',
        deleted: 'name person services labels answered_at declined_at',
      },
      { topic: 'look', export: 'guests saidAsGuest', deleted: 'look' },
      {
        topic: 'allergies',
        export: 'guests saidAsGuest',
        deleted: 'allergies allergies_consent_at allergies_consent_version',
      },
      { topic: 'bookingDetails', export: 'saidAsGuest', deleted: 'email' },
      { topic: 'bookingDetails', export: { omitted: 'secret' }, deleted: 'link_id share_id' },
    ],
    technical: 'id appointment_id no person_id created_at',
  },
  shared_way: {
    subjects: ['artist'],
    personal: [{ topic: 'sharedWay', export: 'sharedWays', deleted: 'since ends_at lat lng at' }],
    technical: 'appointment_id',
  },
  team_message: {
    subjects: both,
    personal: [{ topic: 'messages', export: 'messagesToTeams', deleted: 'text at' }],
    technical: 'id team_up_id account_id provider_id told_at',
  },
  team_reader: { notPersonal: 'What was read of a team’s messages.', technical: 'team_up_id reader read_id' },
  booking_act: {
    subjects: both,
    personal: [
      { topic: 'audit', export: 'actsOfTheTeam', anonymised: 'reason', kept: 'kind said at', keptFor: 'audit' },
      { ...team, kept: 'acted_by' },
    ],
    technical: 'id appointment_id',
  },
  saved_artist: {
    subjects: customer,
    personal: [{ topic: 'saved', export: 'savedArtists', deleted: 'account_id provider_id created_at' }],
    technical: '',
  },
  before_after_consent: {
    subjects: ['customer', 'guest'],
    personal: [{ topic: 'beforeAfter', export: 'saidOfPictures', deleted: 'said version words at' }],
    technical: 'id appointment_id guest_id',
  },
  before_after: {
    subjects: ['customer', 'guest'],
    personal: [
      { topic: 'beforeAfter', export: 'beforeAndAfter', deleted: 'before_upload after_upload added_by added_at' },
    ],
    technical: 'id appointment_id provider_id guest_id yes_id before_media after_media',
  },
  customer_review: {
    subjects: customer,
    personal: [
      { topic: 'privateReviews', export: 'scoresAboutMe', deleted: 'score created_at' },
      { topic: 'privateReviews', export: { omitted: 'others' }, deleted: 'account_id comments edited_at' },
    ],
    technical: 'id appointment_id provider_id',
  },
  review: {
    subjects: both,
    personal: [
      {
        topic: 'reviews',
        export: 'reviewsWritten',
        anonymised: 'account_id author author_media_id event media_ids hair_tags guest_role',
      },
      {
        topic: 'reviews',
        export: 'reviewsWritten',
        kept: 'score comments chips created_at edited_at',
        keptFor: 'others',
      },
      {
        topic: 'reviews',
        subjects: ['artist'],
        export: 'reviewsReceived',
        deleted: 'reply replied_at reply_edited_at',
      },
      { ...team, kept: 'hidden_by hidden_reason' },
    ],
    technical:
      'country_code id provider_id appointment_id category_id hidden_at sample cell party guest_id services weight counted',
  },
}
