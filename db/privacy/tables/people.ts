import type { TableEntry } from '#db/privacy/register.ts'

const everyone = ['customer', 'artist', 'operator'] as const
const secret = { omitted: 'secret' } as const

/** Accounts, notifications, the console and the platform. */
export const peopleTables: Record<string, TableEntry> = {
  account: {
    subjects: everyone,
    personal: [
      {
        topic: 'account',
        export: 'account',
        anonymised:
          'email name mobile pending_email roles duties country_code notices quiet_from quiet_to email_verified_at cookie_choice suspended_reason',
      },
      { topic: 'account', export: secret, anonymised: 'password_hash' },
      { topic: 'terms', export: 'account', kept: 'adult_confirmed_at', keptFor: 'consent' },
    ],
    technical: 'id suspended_at sample created_at deleted_at seen_at unused_told_at stands_in_for stand_in_visitor',
  },
  data_export: {
    subjects: everyone,
    personal: [{ topic: 'account', export: { omitted: 'copy' }, deleted: 'account_id body' }],
    technical: 'id created_at ready_at expires_at',
  },
  known_device: {
    subjects: everyone,
    personal: [{ topic: 'sessions', export: secret, deleted: 'account_id device_hash seen_at' }],
    technical: '',
  },
  legal_hold: {
    subjects: everyone,
    personal: [
      { topic: 'support', export: { omitted: 'others' }, deleted: 'account_id since reason' },
      { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, deleted: 'by' },
    ],
    technical: '',
  },
  email_legal_hold: {
    subjects: ['guest', 'imported client', 'voucher recipient', 'payer'],
    personal: [
      { topic: 'support', export: { omitted: 'others' }, kept: 'email since reason', keptFor: 'audit' },
      { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, kept: 'by', keptFor: 'audit' },
    ],
    technical: '',
  },
  number_proof: {
    subjects: everyone,
    personal: [
      { topic: 'account', export: 'provenNumbers', deleted: 'account_id mobile sent_at proven_at' },
      { topic: 'account', export: secret, deleted: 'code_hash' },
    ],
    technical: 'tries',
  },
  one_time_token: {
    subjects: everyone,
    personal: [
      { topic: 'sessions', export: 'links', deleted: 'purpose email created_at used_at' },
      { topic: 'sessions', export: secret, deleted: 'account_id token_hash code_hash detail actor_id' },
    ],
    technical: 'id tries expires_at',
  },
  operator_grant: {
    subjects: ['operator'],
    personal: [
      { topic: 'team', export: { omitted: 'others' }, kept: 'account_id made_by approved_by at', keptFor: 'audit' },
    ],
    technical: '',
  },
  partner: {
    subjects: ['partner contact'],
    personal: [{ topic: 'partners', export: { omitted: 'unlinked' }, kept: 'name email note', keptFor: 'team' }],
    technical: 'id slug scopes created_at ended_at',
  },
  api_key: {
    subjects: ['artist', 'partner contact'],
    personal: [
      { topic: 'calendar', export: 'apiKeys', deleted: 'name begins scopes created_at last_used_at ended_at' },
      { topic: 'calendar', export: secret, deleted: 'account_id key_hash' },
    ],
    technical: 'id partner_id a_minute ends_at is_sandbox',
  },
  passkey: {
    subjects: everyone,
    personal: [
      { topic: 'account', export: 'passkeys', deleted: 'name created_at used_at' },
      { topic: 'account', export: secret, deleted: 'id account_id public_key transports counter' },
    ],
    technical: '',
  },
  recovery_code: {
    subjects: everyone,
    personal: [{ topic: 'account', export: secret, deleted: 'account_id code_hash used_at' }],
    technical: '',
  },
  session: {
    subjects: everyone,
    personal: [
      { topic: 'sessions', export: 'sessions', anonymised: 'device network', deleted: '' },
      { topic: 'team', export: 'sessions', kept: 'actor_id acting_reason', keptFor: 'audit' },
      { topic: 'sessions', export: secret, kept: 'secret_hash', keptFor: 'short' },
    ],
    technical: 'id account_id created_at expires_at revoked_at last_seen_at proven_at strong_at',
  },
  sign_in: {
    subjects: everyone,
    personal: [{ topic: 'signIns', export: 'signIns', deleted: 'account_id how succeeded actor_id device at network' }],
    technical: 'id',
  },
  sign_in_throttle: {
    subjects: everyone,
    personal: [{ topic: 'logs', export: secret, kept: 'subject', keptFor: 'short' }],
    technical: 'failures last_at waits_until',
  },
  terms_acceptance: {
    subjects: everyone,
    personal: [{ topic: 'terms', export: 'termsAccepted', kept: 'account_id terms version at', keptFor: 'consent' }],
    technical: 'id',
  },
  totp: {
    subjects: everyone,
    personal: [{ topic: 'account', export: secret, deleted: 'account_id sealed created_at confirmed_at' }],
    technical: 'last_step',
  },
  mail_confirmation: {
    subjects: ['customer'],
    personal: [
      { topic: 'saved', export: 'confirmedAddresses', deleted: 'email topic asked_at confirmed_at' },
      { topic: 'saved', export: secret, deleted: 'key_hash waiting' },
    ],
    technical: '',
  },
  mail_stop: {
    subjects: ['customer', 'guest', 'voucher recipient', 'imported client'],
    personal: [
      { topic: 'unsubscribes', export: secret, kept: 'address_hash topic reason created_at', keptFor: 'unsubscribe' },
    ],
    technical: '',
  },
  mail_template: {
    subjects: ['operator'],
    personal: [
      { topic: 'team', export: { omitted: 'others' }, kept: 'written_by written_at reason', keptFor: 'audit' },
    ],
    technical: 'id kind number subject preview body button made standing',
  },
  outbox: {
    subjects: ['customer', 'artist', 'guest', 'imported client', 'voucher recipient', 'payer', 'operator'],
    personal: [
      { topic: 'outbox', export: 'notices', deleted: 'address subject body channel kind state created_at' },
      { topic: 'outbox', export: { omitted: 'copy' }, deleted: 'account_id html attachments fact' },
    ],
    technical: 'id secret attempts next_at claimed_until sent_at given_up_at error message_id sample urgent',
  },
  outbox_fact: {
    notPersonal: 'What a message is about, by the number of a booking or another record.',
    technical: 'fact outbox_id',
  },
  outbox_queue: { notPersonal: 'The order of sending.', technical: 'next_at outbox_id' },
  push_subscription: {
    subjects: everyone,
    personal: [
      { topic: 'push', export: 'pushSubscriptions', deleted: 'endpoint p256dh device created_at session_id' },
      { topic: 'push', export: secret, deleted: 'account_id auth' },
    ],
    technical: 'id',
  },
  short_link: {
    subjects: ['customer', 'artist', 'guest'],
    personal: [{ topic: 'outbox', export: { omitted: 'unlinked' }, kept: 'path', keptFor: 'short' }],
    technical: 'code_hash created_at',
  },
  webhook: {
    subjects: ['artist', 'partner contact'],
    personal: [{ topic: 'calendar', export: 'webhooks', deleted: 'url events paused created_at' }],
    technical: 'id provider_id secret_no partner_id',
  },
  bulk_act: {
    subjects: ['operator'],
    personal: [
      {
        topic: 'audit',
        export: { omitted: 'others' },
        kept: 'account_id act value reason done_at undone_at',
        keptFor: 'audit',
      },
      { topic: 'audit', subjects: everyone, export: { omitted: 'copy' }, kept: 'changed', keptFor: 'audit' },
    ],
    technical: 'id',
  },
  operator_note: {
    subjects: ['customer', 'artist'],
    personal: [
      { topic: 'support', export: 'teamNotesAboutMe', deleted: 'text written_at' },
      { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, deleted: 'written_by' },
    ],
    technical: 'id account_id provider_id appointment_id',
  },
  operator_tag: {
    subjects: ['customer', 'artist'],
    personal: [
      { topic: 'support', export: 'teamTagsOnMe', deleted: 'tag set_at' },
      { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, deleted: 'set_by' },
    ],
    technical: 'id account_id provider_id',
  },
  report: {
    subjects: ['customer', 'artist'],
    personal: [
      { topic: 'reports', export: 'reports', anonymised: 'by_account', kept: 'reason', keptFor: 'others' },
      { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, kept: 'settled_by', keptFor: 'audit' },
    ],
    technical: 'id conversation_id review_id outside_id by_side state outcome settled_at created_at',
  },
  saved_filter: {
    subjects: ['operator'],
    personal: [{ topic: 'account', export: 'savedFilters', deleted: 'name list query shared created_at' }],
    technical: 'id account_id',
  },
  upload: {
    subjects: ['customer', 'artist', 'guest'],
    personal: [
      { topic: 'messages', export: 'uploads', deleted: 'id folder thumbhash created_at' },
      { topic: 'messages', export: { omitted: 'copy' }, deleted: 'account_id' },
    ],
    technical: 'width height widths bytes used_at',
  },
  access_log: {
    subjects: ['operator'],
    personal: [
      {
        topic: 'audit',
        export: { omitted: 'others' },
        kept: 'at operator_id what network device request_id',
        keptFor: 'audit',
      },
      {
        topic: 'audit',
        subjects: ['customer', 'artist'],
        export: { omitted: 'others' },
        kept: 'subject_id account_ids',
        keptFor: 'audit',
      },
    ],
    technical: 'id',
  },
  alarm: {
    subjects: everyone,
    personal: [
      {
        topic: 'audit',
        export: { omitted: 'others' },
        kept: 'subject_id subject_name values seen_by seen_at',
        keptFor: 'audit',
      },
    ],
    technical: 'id kind raised_at hour',
  },
  approval: {
    subjects: ['operator'],
    personal: [
      {
        topic: 'audit',
        export: { omitted: 'others' },
        kept: 'subject_id subject_name wanted reason asked_by asked_at decided_by decided_at approved decision_reason',
        keptFor: 'audit',
      },
    ],
    technical: 'id kind effective_at done_at',
  },
  audit: {
    subjects: everyone,
    personal: [
      { topic: 'audit', export: 'doneByOurTeam', kept: 'at act before after reason', keptFor: 'audit' },
      {
        topic: 'audit',
        export: { omitted: 'others' },
        kept: 'actor_id as_account_id subject_kind subject_id subject_name request_id',
        keptFor: 'audit',
      },
    ],
    technical: 'id',
  },
  idempotency: {
    subjects: everyone,
    personal: [
      { topic: 'logs', export: { omitted: 'short' }, deleted: 'owner key fingerprint' },
      { topic: 'logs', export: { omitted: 'short' }, kept: 'body', keptFor: 'short' },
    ],
    technical: 'status created_at claim',
  },
  kill_switch: {
    subjects: ['operator'],
    personal: [{ topic: 'team', export: { omitted: 'others' }, kept: 'stopped_by reason', keptFor: 'audit' }],
    technical: 'kind value stopped_at',
  },
  live_event: {
    subjects: everyone,
    personal: [{ topic: 'logs', export: { omitted: 'short' }, kept: 'audience ref', keptFor: 'short' }],
    technical: 'id kind at',
  },
  live_event_queue: {
    subjects: everyone,
    personal: [{ topic: 'logs', export: { omitted: 'short' }, kept: 'audience ref', keptFor: 'short' }],
    technical: 'key kind at',
  },
  pending_notification: {
    notPersonal: 'Names of changed channels between processes.',
    technical: 'key channel payload',
  },
  rate_window: {
    subjects: everyone,
    personal: [{ topic: 'logs', export: { omitted: 'short' }, kept: 'bucket', keptFor: 'short' }],
    technical: 'window_start hits',
  },
  setting: { notPersonal: 'Settings of the site and its own keys.', technical: 'key value updated_at' },
  used_challenge: { notPersonal: 'Random challenges that were used.', technical: 'challenge expires_at' },
}
