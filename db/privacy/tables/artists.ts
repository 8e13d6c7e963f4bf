import type { TableEntry } from '#db/privacy/register.ts'

const artist = ['artist'] as const
const prices = 'Prices and limits of an offer, deleted or emptied with the profile.'
const team = { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, keptFor: 'audit' } as const

/** Profiles, diaries, checks and private clients of artists. */
export const artistTables: Record<string, TableEntry> = {
  provider: {
    subjects: artist,
    personal: [
      {
        topic: 'profile',
        export: 'profile',
        anonymised:
          'account_id slug name bio area city languages pronoun since shades kit skills instagram profile_media_id cover_media_id hours week base_changed',
      },
      { topic: 'base', export: 'profile', anonymised: 'lat lng studio_address' },
      { topic: 'covid', export: 'profile', anonymised: 'vaccinated covid_trained' },
      {
        topic: 'signals',
        export: 'profile',
        kept: 'review_count review_sum answer_minutes answered_percent cancelled_percent booking_count',
        keptFor: 'others',
      },
    ],
    technical:
      'id no state country_code tz mobile studio travel_radius_m travel_free_m travel_per_unit_minor minimum_job_minor instant_booking deposit_share policy buffer_minutes notice_hours horizon_days opens_minute closes_minute early_before_minute early_fee_minor online_balance featured approved_at sample created_at state_before suspended_with_account featured_until payouts_ready sells_vouchers paused_at instant_until',
  },
  provider_match: {
    subjects: artist,
    personal: [
      { topic: 'profile', export: { omitted: 'copy' }, deleted: 'artists skills hours' },
      { topic: 'base', export: { omitted: 'copy' }, deleted: 'lat lng' },
      { topic: 'covid', export: { omitted: 'copy' }, deleted: 'vaccinated covid_trained' },
    ],
    technical:
      'provider_no provider_id cell country_code mobile studio travel_radius_m travel_free_m travel_per_unit_minor minimum_job_minor instant_booking deposit_share buffer_minutes notice_hours horizon_days opens_minute closes_minute early_before_minute early_fee_minor featured review_count review_sum answer_minutes answered_percent cancelled_percent booking_count approved_at service_nos costs_minor minutes setups changed_at selling instant_until has_work',
  },
  add_on: { notPersonal: prices, technical: 'id provider_id service_id cost_minor minutes position' },
  package: { notPersonal: prices, technical: 'id provider_id cost_minor service_ids counts position' },
  provider_service: {
    notPersonal: prices,
    technical: 'provider_id service_id status cost_minor minutes patch_test_minutes deposit_share',
  },
  provider_trial: {
    notPersonal: prices,
    technical: 'provider_id service_id cost_minor minutes deducted with_test hours months',
  },
  service_lead: { notPersonal: prices, technical: 'provider_id service_type_id notice_hours horizon_days' },
  lower_price: {
    notPersonal: prices,
    technical: 'id provider_id kind percent weekdays from_minute to_minute first_day last_day within_days',
  },
  artist: {
    subjects: artist,
    personal: [{ topic: 'profile', export: 'team', anonymised: 'name' }],
    technical: 'id provider_id service_ids position',
  },
  album: {
    subjects: artist,
    personal: [{ topic: 'profile', export: 'albums', deleted: 'title' }],
    technical: 'id provider_id cover_media_id created_at position',
  },
  media: {
    subjects: ['artist', 'customer', 'guest'],
    personal: [
      {
        topic: 'profile',
        export: 'pictures reviewsWritten',
        deleted: 'alt file tags upload_id original_upload_id consent_at',
      },
    ],
    technical: 'id provider_id album_id before_media_id drawing sample created_at width height position',
  },
  own_words: {
    subjects: artist,
    personal: [
      { topic: 'profile', export: 'ownWords', deleted: 'title words asked_title asked_words sent_back' },
      { ...team, deleted: 'decided_by' },
    ],
    technical: 'id provider_id service_id package_id add_on_id asked_at decided_at',
  },
  colleague: {
    subjects: artist,
    personal: [{ topic: 'profile', export: 'colleagues', deleted: 'provider_id other_id named_at declined_at' }],
    technical: 'position',
  },
  hours_block: {
    subjects: artist,
    personal: [
      { topic: 'profile', export: 'workingHours', deleted: 'label weekdays from_minute to_minute first_on last_on' },
    ],
    technical: 'id provider_id',
  },
  hours_exception: {
    subjects: artist,
    personal: [{ topic: 'profile', export: 'workingHours', deleted: 'label first_on last_on holiday windows' }],
    technical: 'id provider_id',
  },
  hours_season: {
    subjects: artist,
    personal: [{ topic: 'profile', export: 'workingHours', deleted: 'name yearly first_on last_on week' }],
    technical: 'id provider_id',
  },
  busy: {
    subjects: ['artist', 'customer', 'imported client'],
    personal: [
      { topic: 'calendar', export: 'calendar', deleted: 'note' },
      { topic: 'bookingDetails', export: { omitted: 'copy' }, anonymised: 'lat lng' },
    ],
    technical:
      'id provider_id provider_no kind during event_date cell ref created_at whole_day buffer_minutes feed_id own_id',
  },
  busy_day: {
    notPersonal: 'Busy times by day, deleted with them.',
    technical: 'day cell provider_no from_s to_s busy_id',
  },
  reserved_time: {
    notPersonal: 'A freed time, deleted within hours.',
    technical: 'id provider_id event_date during created_at',
  },
  closed_waiting_list: { notPersonal: 'Days without a waiting list.', technical: 'provider_id event_date closed_at' },
  artist_day: {
    subjects: artist,
    personal: [{ topic: 'signals', export: 'seenByDay', deleted: 'day views shown_first shown_near shown_further' }],
    technical: 'provider_id',
  },
  calendar_feed: {
    subjects: artist,
    personal: [
      { topic: 'calendar', export: 'calendarFeeds', deleted: 'url name error events skipped assumed_zones' },
      { topic: 'calendar', export: { omitted: 'secret' }, deleted: 'etag' },
    ],
    technical:
      'id provider_id checked_at created_at timeouts paused_at read_at failing_since next_read_at empty_since complete_until',
  },
  calendar_key: {
    subjects: ['artist', 'customer'],
    personal: [
      { topic: 'calendar', export: 'calendarKeys', deleted: 'side created_at' },
      { topic: 'calendar', export: { omitted: 'secret' }, deleted: 'account_id key_hash' },
    ],
    technical: 'id seen_at',
  },
  client_note: {
    subjects: ['customer'],
    personal: [{ topic: 'clientNotes', export: 'notesAboutMe', deleted: 'account_id note allergies look updated_at' }],
    technical: 'provider_id',
  },
  own_client: {
    subjects: ['imported client'],
    personal: [
      {
        topic: 'clients',
        export: 'ownClients',
        deleted: 'name email phone address note allergies look created_at changed_at',
      },
      { topic: 'clients', export: { omitted: 'secret' }, deleted: 'source_key row_key' },
    ],
    technical: 'id provider_id',
  },
  own_appointment: {
    subjects: ['imported client'],
    personal: [
      {
        topic: 'clients',
        export: 'ownAppointments',
        deleted: 'client_id event_date starts_at ends_at services place lat lng price_minor note imported',
      },
      { topic: 'clients', export: { omitted: 'secret' }, deleted: 'source_key' },
    ],
    technical: 'id provider_id tz currency answered_at cancelled_at created_at changed_at sequence series_id',
  },
  client_data_request: {
    subjects: ['imported client'],
    personal: [{ topic: 'clients', export: 'clientDataRequests', deleted: 'kind details requested_at done_at' }],
    technical: 'id client_id provider_id',
  },
  own_series: {
    notPersonal: 'How often a private appointment repeats.',
    technical: 'id provider_id repeat_unit repeat_every created_at',
  },
  client_import: {
    subjects: ['imported client', 'artist'],
    personal: [
      { topic: 'imports', export: 'clientImports', deleted: 'file_name tool options counts created_at' },
      { topic: 'imports', export: { omitted: 'copy' }, deleted: 'content planned' },
    ],
    technical: 'id provider_id state total_rows done_rows failures finished_at undone_at',
  },
  client_import_row: {
    subjects: ['imported client'],
    personal: [
      {
        topic: 'imports',
        export: 'clientImportRows',
        deleted: 'client_id shown client_before client_after appointment_before appointment_after',
      },
    ],
    technical: 'import_id row_no appointment_id undone',
  },
  signup: {
    subjects: artist,
    personal: [
      { topic: 'joining', export: 'signUp', deleted: 'category_id landing first_service created_at updated_at' },
    ],
    technical: 'account_id return_mail_at',
  },
  signup_step: {
    subjects: artist,
    personal: [{ topic: 'joining', export: 'signUpSteps', deleted: 'step saved_at' }],
    technical: 'account_id',
  },
  verification: {
    subjects: artist,
    personal: [
      { topic: 'joining', export: 'verification', anonymised: 'reasons note' },
      { topic: 'joining', export: 'verification', kept: 'round submitted_at decision decided_at', keptFor: 'audit' },
      { ...team, kept: 'claimed_by first_approval_by decided_by not_by' },
    ],
    technical: 'id provider_id fixed_steps claimed_at checks first_approval_at',
  },
  identity_gesture_code: {
    subjects: artist,
    personal: [{ topic: 'identity', export: { omitted: 'short' }, deleted: 'account_id code gesture created_at' }],
    technical: 'expires_at',
  },
  identity_picture: {
    subjects: artist,
    personal: [
      { topic: 'identity', export: 'identityPictures', kept: 'kind document created_at purged_at', keptFor: 'audit' },
      {
        topic: 'identity',
        export: { omitted: 'secret' },
        anonymised: 'digest gesture',
        kept: 'file',
        keptFor: 'short',
      },
    ],
    technical: 'id provider_id purge_at',
  },
  artist_document: {
    subjects: artist,
    personal: [
      {
        topic: 'documents',
        export: 'documents',
        deleted: 'kind holder number issuer expires_on state refusal note sent_at',
      },
      { ...team, deleted: 'not_by first_approval_by decided_by' },
    ],
    technical: 'id provider_id second_look first_approval_at decided_at valid_until purge_at',
  },
  artist_document_file: {
    subjects: artist,
    personal: [{ topic: 'documents', export: { omitted: 'secret' }, deleted: 'file digest' }],
    technical: 'id document_id position',
  },
  appeal: {
    subjects: artist,
    personal: [
      { topic: 'appeals', export: 'appeals', deleted: 'kind reason words sent_at upheld answer decided_at' },
      { ...team, deleted: 'against decided_by' },
    ],
    technical: 'id provider_id document_id round_id decision_at purge_at',
  },
  appeal_file: {
    subjects: artist,
    personal: [{ topic: 'appeals', export: { omitted: 'secret' }, deleted: 'file' }],
    technical: 'id appeal_id position',
  },
  outside_review: {
    subjects: ['guest'],
    personal: [
      { topic: 'outsideReviews', export: 'workElsewhere', deleted: 'name work comments source written_at' },
      { topic: 'outsideReviews', export: { omitted: 'secret' }, deleted: 'address_hash' },
    ],
    technical: 'id provider_id invited_at hidden_at hidden_reason',
  },
}
