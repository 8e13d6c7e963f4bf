import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const linkedAppointments = (kind: 'trial' | 'patch_test'): string =>
  `select to_jsonb(l) - '{account_id}'::text[] from linked_appointment l where l.kind = '${kind}' and (l.account_id = $1 or l.provider_id = any(array(select id from provider where account_id = $1))) order by l.booked_at`

// Vouchers are found by an address that the caller has proven.
const provenEmail = '(select email from account where id = $1 and email_verified_at is not null)'

// Query per part of the export; `$1` is the account. Secret hashes are omitted.
const parts: Record<string, string> = {
  account: `select to_jsonb(a) - 'password_hash' from account a where id = $1`,
  termsAccepted: `select to_jsonb(t) - 'account_id' from terms_acceptance t where account_id = $1 order by at`,
  sessions: `select to_jsonb(s) - 'account_id' from session s where account_id = $1 order by created_at`,
  signIns: `select to_jsonb(s) - 'account_id' from sign_in s where account_id = $1 order by at`,
  provenNumbers: `select jsonb_build_object('mobile', mobile, 'sentAt', sent_at, 'provenAt', proven_at) from number_proof where account_id = $1 order by sent_at`,
  confirmedAddresses: `select jsonb_build_object('email', email, 'topic', topic, 'askedAt', asked_at, 'confirmedAt', confirmed_at) from mail_confirmation where email = (select email from account where id = $1) order by asked_at`,
  savedFilters: `select to_jsonb(f) - 'account_id' from saved_filter f where account_id = $1 order by created_at`,
  links: `select jsonb_build_object('purpose', purpose, 'email', email, 'createdAt', created_at, 'usedAt', used_at) from one_time_token where account_id = $1 order by created_at`,
  searches: `select to_jsonb(s) - 'visitor_hash' from search s where account_id = $1 order by created_at`,
  picturesOfLooks: `select jsonb_build_object('search', l.search_id, 'picture', coalesce('/pictures/' || u.folder || '/' || u.id || '/1200.webp', 'the work of an artist, number ' || l.media_id), 'addedAt', l.added_at) from search_picture l join search s on s.id = l.search_id left join upload u on u.id = l.upload_id where s.account_id = $1 order by l.added_at`,
  quotes: `select to_jsonb(q) from search s join quote o on o.search_id = s.id and o.promo_of is null
    cross join lateral (select o.* union all select p.* from quote p where p.promo_of = o.id) q where s.account_id = $1 order by q.created_at`,
  requests: `select to_jsonb(r) from request r where r.account_id = $1 order by r.created_at`,
  offers: `select to_jsonb(o) from offer o join request r on r.id = o.request_id where (r.account_id = $1 or r.provider_id = any(array(select id from provider where account_id = $1))) order by o.created_at`,
  requestsAndBookings: `select to_jsonb(q) from quote_act q join search s on s.id = q.search_id where s.account_id = $1 order by q.at`,
  payments: `select jsonb_build_object('number', number, 'kind', kind, 'description', description, 'email', email, 'amountMinor', amount_minor, 'refundedMinor', refunded_minor, 'currency', currency, 'state', state, 'at', created_at) from payment where account_id = $1 order by created_at`,
  vouchersBought: `select jsonb_build_object('number', v.number, 'amountMinor', v.amount_minor, 'leftMinor', v.left_minor, 'currency', v.currency, 'state', v.state, 'kind', v.kind, 'givenBecause', v.reason, 'for', v.to_name, 'sentTo', v.to_email, 'message', v.message, 'onlyWith', p.name, 'boughtAt', v.paid_at, 'expiresAt', v.expires_at) from voucher v left join provider p on p.id = v.provider_id and v.freed_at is null where v.account_id = $1 or v.buyer_email = ${provenEmail} order by v.number`,
  vouchersReceived: `select jsonb_build_object('number', v.number, 'amountMinor', v.amount_minor, 'leftMinor', v.left_minor, 'currency', v.currency, 'to', v.to_name, 'from', v.buyer_name, 'message', v.message, 'expiresAt', v.expires_at) from voucher v where v.to_email = ${provenEmail} and v.paid_at is not null order by v.number`,
  refunds: `select jsonb_build_object('payment', p.number, 'amountMinor', r.amount_minor, 'reason', r.reason, 'state', r.state, 'at', r.created_at) from refund r join payment p on p.id = r.payment_id where p.account_id = $1 order by r.created_at`,
  cardDisputes: `select jsonb_build_object('payment', p.number, 'amountMinor', c.amount_minor, 'reason', c.reason, 'state', c.state, 'openedAt', c.opened_at, 'sentToTheBank', c.evidence) from charge_back c join payment p on p.id = c.payment_id where p.account_id = $1 order by c.opened_at`,
  sharedBills: `select jsonb_build_object('appointment', b.appointment_id, 'person', s.person, 'name', s.name, 'totalMinor', s.total_minor, 'dueMinor', s.due_minor) from bill_share s join bill b on b.hold_id = s.hold_id join hold h on h.id = b.hold_id where h.account_id = $1 order by b.created_at, s.person`,
  promoCodes: `select to_jsonb(c) - '{provider_id,made_by}'::text[] from promo_code c join provider p on p.id = c.provider_id where p.account_id = $1 order by c.created_at`,
  vouchersSoldForMe: `select jsonb_build_object('number', v.number, 'amountMinor', v.amount_minor, 'currency', v.currency, 'soldAt', v.paid_at) from voucher v join provider p on p.id = v.provider_id where p.account_id = $1 and v.paid_at is not null order by v.paid_at`,
  apiKeys: `select jsonb_build_object('name', name, 'begins', begins, 'scopes', scopes, 'createdAt', created_at, 'lastUsedAt', last_used_at, 'endedAt', ended_at) from api_key where account_id = $1 order by created_at`,
  webhooks: `select jsonb_build_object('url', w.url, 'events', w.events, 'paused', w.paused, 'createdAt', w.created_at) from webhook w join provider p on p.id = w.provider_id where p.account_id = $1 order by w.created_at`,
  savedCards: `select jsonb_build_object('country', country_code, 'brand', brand, 'lastFour', last_four, 'expires', expires, 'state', state, 'agreedTo', consent_words, 'at', consent_at, 'removedAt', removed_at) from payment_method where account_id = $1 order by created_at`,
  agreedBalances: `select jsonb_build_object('appointment', g.appointment_id, 'when', g.at, 'balanceMinor', g.balance_minor, 'state', g.state, 'agreedTo', g.consent_words, 'at', g.consent_at) from agreed_balance g join appointment a on a.id = g.appointment_id where a.account_id = $1 order by g.consent_at`,
  laterDeposits: `select jsonb_build_object('appointment', g.appointment_id, 'amountMinor', g.amount_minor, 'state', g.state, 'agreedTo', g.consent_text, 'at', g.consent_at) from later_deposit g join appointment a on a.id = g.appointment_id where a.account_id = $1 order by g.consent_at`,
  payouts: `select jsonb_build_object('amountMinor', o.amount_minor, 'currency', o.currency, 'state', o.state, 'at', o.created_at, 'paidAt', o.paid_at) from payout o join provider p on p.id = o.provider_id where p.account_id = $1 order by o.created_at`,
  taxDetails: `select to_jsonb(t) - 'provider_id' from tax_person t join provider p on p.id = t.provider_id where p.account_id = $1`,
  taxRegistrations: `select to_jsonb(t) - 'provider_id' from tax_registration t join provider p on p.id = t.provider_id where p.account_id = $1 order by t.since`,
  payoutAccount: `select jsonb_build_object('paymentService', o.gateway, 'reference', o.gateway_id, 'label', o.label, 'state', o.state, 'rhythm', o.rhythm) from payout_account o join provider p on p.id = o.provider_id where p.account_id = $1`,
  invoices: `select jsonb_build_object('number', i.country_code || '-' || lpad(i.number::text, 6, '0'), 'month', i.month, 'currency', i.currency, 'feeMinor', i.fee_minor, 'invoice', i.body, 'issuedAt', i.issued_at) from fee_invoice i join provider p on p.id = i.provider_id where p.account_id = $1 order by i.issued_at`,
  taxIdentity: `select to_jsonb(i) - '{provider_id,wrapped_key,sealed}'::text[] from seller_identity i join provider p on p.id = i.provider_id where p.account_id = $1`,
  taxReminders: `select to_jsonb(r) - 'provider_id' from seller_reminder r join provider p on p.id = r.provider_id where p.account_id = $1`,
  taxReports: `select jsonb_build_object('country', r.country_code, 'year', r.year, 'figures', s.periods, 'exportedAt', r.exported_at, 'filedAt', r.filed_at) from platform_report_seller s join platform_report r on r.id = s.report_id join provider p on p.id = s.provider_id where p.account_id = $1 and r.filed_at is not null order by r.exported_at`,
  alerts: `select to_jsonb(f) - 'off_key_hash' from freed_alert f where f.email = (select email from account where id = $1) order by created_at`,
  placesToCome: `select to_jsonb(w) - 'looked_at' from place_wait w where w.email = (select lower(email) from account where id = $1) order by created_at`,
  notices: `select jsonb_build_object('channel', channel, 'kind', kind, 'address', address, 'subject', subject, 'text', case when secret then '' else body end, 'state', state, 'at', created_at) from outbox where account_id = $1 order by created_at`,
  appointments: `select to_jsonb(a) - '{share_key_hash,share_ended,sample}'::text[] from appointment a where a.account_id = $1
    union all select to_jsonb(a) - '{share_key_hash,share_ended,sample,account_id,requester,day,names}'::text[] from appointment a join provider p on p.id = a.provider_id where p.account_id = $1 and a.account_id is distinct from $1`,
  signedForms: `select jsonb_build_object('appointment', s.appointment_id, 'formId', s.form_id, 'form', f.name, 'version', v.number, 'intro', v.intro, 'questions', v.questions, 'signedAt', s.signed_at, 'deletedAt', s.erased_at, 'wrappedKey', s.wrapped_key, 'sealed', s.sealed) from signed_form s join consent_form f on f.id = s.form_id join consent_form_version v on v.id = s.version_id join appointment a on a.id = s.appointment_id where a.account_id = $1 order by s.signed_at`,
  patchTests: linkedAppointments('patch_test'),
  saidOnTheDay: `select to_jsonb(w) from appointment_progress w join appointment a on a.id = w.appointment_id where (a.account_id = $1 or a.provider_id = any(array(select id from provider where account_id = $1))) order by w.at`,
  sharedWays: `select to_jsonb(w) from shared_way w join appointment a on a.id = w.appointment_id join provider p on p.id = a.provider_id where p.account_id = $1 order by w.since`,
  trials: linkedAppointments('trial'),
  trialsOffered: `select to_jsonb(t) - 'provider_id' from provider_trial t join provider p on p.id = t.provider_id where p.account_id = $1 order by t.service_id`,
  visitsOfHolds: `select to_jsonb(v) from hold_linked_appointment v join hold h on h.id = v.hold_id join search s on s.id = h.search_id where h.account_id = $1 or s.account_id = $1 order by v.starts_at`,
  holds: `select to_jsonb(h) from hold h join search s on s.id = h.search_id where h.account_id = $1 or s.account_id = $1 order by h.created_at`,
  moves: `select to_jsonb(m) from appointment_move m join appointment a on a.id = m.appointment_id where (a.account_id = $1 or a.provider_id = any(array(select id from provider where account_id = $1))) order by m.created_at`,
  guests: `select to_jsonb(g) - '{link_id,share_id,email}'::text[] from guest g join appointment a on a.id = g.appointment_id where a.account_id = $1 order by g.created_at`,
  saidAsGuest: `select to_jsonb(g) - '{link_id,share_id}'::text[] from guest g where g.email = (select email from account where id = $1) order by g.created_at`,
  clientDataRequests: `select to_jsonb(r) - 'provider_id' from client_data_request r join provider p on p.id = r.provider_id where p.account_id = $1 order by r.requested_at`,
  beforeAndAfter: `select jsonb_build_object('appointment', b.appointment_id, 'before', x.folder || '/' || x.id, 'after', y.folder || '/' || y.id, 'addedBy', b.added_by, 'at', b.added_at, 'shownSince', w.at, 'said', w.words)
    from before_after b join upload x on x.id = b.before_upload join upload y on y.id = b.after_upload join appointment a on a.id = b.appointment_id left join before_after_consent w on w.id = b.yes_id
    where a.account_id = $1 and b.guest_id is null or b.provider_id = any(array(select id from provider where account_id = $1)) order by b.added_at`,
  saidOfPictures: `select jsonb_build_object('appointment', w.appointment_id, 'said', w.said, 'version', w.version, 'words', w.words, 'at', w.at) from before_after_consent w join appointment a on a.id = w.appointment_id where a.account_id = $1 and w.guest_id is null order by w.id`,
  actsOfTheTeam: `select jsonb_build_object('appointment', b.appointment_id, 'what', b.kind, 'said', b.said, 'reason', b.reason, 'at', b.at) from booking_act b join appointment a on a.id = b.appointment_id where (a.account_id = $1 or a.provider_id = any(array(select id from provider where account_id = $1))) order by b.at`,
  disputes: `select to_jsonb(d) - 'settled_by' from dispute d join appointment a on a.id = d.appointment_id where (a.account_id = $1 or a.provider_id = any(array(select id from provider where account_id = $1))) order by d.created_at`,
  savedArtists: `select jsonb_build_object('artist', p.name, 'slug', p.slug, 'at', s.created_at) from saved_artist s join provider p on p.id = s.provider_id where s.account_id = $1 order by s.created_at`,
  clientNotes: `select jsonb_build_object('client', n.account_id, 'note', n.note, 'allergies', n.allergies, 'look', n.look, 'at', n.updated_at) from client_note n join provider p on p.id = n.provider_id where p.account_id = $1 order by n.updated_at`,
  workElsewhere: `select jsonb_build_object('name', o.name, 'work', o.work, 'comments', o.comments, 'from', o.source, 'at', o.written_at) from outside_review o join provider p on p.id = o.provider_id where p.account_id = $1 order by o.invited_at`,
  seenByDay: `select to_jsonb(d) - 'provider_id' from artist_day d join provider p on p.id = d.provider_id where p.account_id = $1 order by d.day`,
  ownClients: `select to_jsonb(c) - '{provider_id,source_key,row_key}'::text[] from own_client c join provider p on p.id = c.provider_id where p.account_id = $1 order by c.created_at`,
  ownAppointments: `select to_jsonb(o) - '{provider_id,source_key,series_id}'::text[] || jsonb_build_object('repeats_every', s.repeat_every || ' ' || s.repeat_unit) from own_appointment o join provider p on p.id = o.provider_id left join own_series s on s.id = o.series_id where p.account_id = $1 order by o.starts_at`,
  clientImports: `select to_jsonb(i) - '{provider_id,content,planned}'::text[] from client_import i join provider p on p.id = i.provider_id where p.account_id = $1 order by i.created_at`,
  clientImportRows: `select to_jsonb(r) from client_import_row r join client_import i on i.id = r.import_id join provider p on p.id = i.provider_id where p.account_id = $1 order by i.created_at, r.row_no`,
  notesAboutMe: `select jsonb_build_object('artist', p.name, 'note', n.note, 'allergies', n.allergies, 'look', n.look, 'at', n.updated_at) from client_note n join provider p on p.id = n.provider_id where n.account_id = $1 order by n.updated_at`,
  teamNotesAboutMe: `select jsonb_build_object('note', n.text, 'at', n.written_at) from operator_note n where n.account_id = $1 or n.provider_id in (select id from provider where account_id = $1) or n.appointment_id in (select id from appointment where account_id = $1) order by n.written_at`,
  teamTagsOnMe: `select jsonb_build_object('tag', t.tag, 'at', t.set_at) from operator_tag t where t.account_id = $1 or t.provider_id in (select id from provider where account_id = $1) order by t.set_at`,
  scoresAboutMe: `select jsonb_build_object('artist', p.name, 'score', r.score, 'at', r.created_at) from customer_review r join provider p on p.id = r.provider_id where r.account_id = $1 order by r.created_at`,
  calendarFeeds: `select to_jsonb(f) - 'provider_id' - 'etag' from calendar_feed f join provider p on p.id = f.provider_id where p.account_id = $1 order by f.created_at`,
  calendarKeys: `select jsonb_build_object('side', side, 'at', created_at) from calendar_key where account_id = $1 order by created_at`,
  pushSubscriptions: `select to_jsonb(p) - 'account_id' - 'auth' from push_subscription p where account_id = $1`,
  passkeys: `select jsonb_build_object('name', name, 'madeAt', created_at, 'usedAt', used_at) from passkey where account_id = $1 order by created_at`,
  uploads: `select to_jsonb(u) - 'account_id' from upload u where account_id = $1
    and (folder <> 'before-after' or exists (select from before_after b where b.guest_id is null and u.id in (b.before_upload, b.after_upload))) order by created_at`,
  profile: `select to_jsonb(p) from provider p where account_id = $1`,
  services: `select to_jsonb(s) - 'provider_id' from provider_service s join provider p on p.id = s.provider_id where p.account_id = $1`,
  workingHours: `select to_jsonb(b) - '{id,provider_id}'::text[] || '{"kind":"block"}' from hours_block b join provider p on p.id = b.provider_id where p.account_id = $1
    union all select to_jsonb(e) - '{id,provider_id}'::text[] || '{"kind":"exception"}' from hours_exception e join provider p on p.id = e.provider_id where p.account_id = $1
    union all select to_jsonb(s) - '{id,provider_id}'::text[] || '{"kind":"season"}' from hours_season s join provider p on p.id = s.provider_id where p.account_id = $1`,
  colleagues: `select jsonb_build_object('artist', o.name, 'slug', o.slug, 'namedAt', c.named_at) from colleague c join provider p on p.id = c.provider_id join provider o on o.id = c.other_id where p.account_id = $1 order by c.position`,
  ownWords: `select jsonb_build_object('service', w.service_id, 'package', w.package_id, 'addOn', w.add_on_id, 'title', w.title, 'words', w.words, 'askedTitle', w.asked_title, 'askedWords', w.asked_words, 'askedAt', w.asked_at, 'sentBackFor', w.sent_back) from own_words w join provider p on p.id = w.provider_id where p.account_id = $1 order by w.asked_at`,
  packages: `select to_jsonb(k) - 'provider_id' from package k join provider p on p.id = k.provider_id where p.account_id = $1 order by k.position`,
  addOns: `select to_jsonb(a) - 'provider_id' from add_on a join provider p on p.id = a.provider_id where p.account_id = $1 order by a.position`,
  team: `select to_jsonb(a) - 'provider_id' from artist a join provider p on p.id = a.provider_id where p.account_id = $1 order by position`,
  albums: `select to_jsonb(a) - 'provider_id' from album a join provider p on p.id = a.provider_id where p.account_id = $1 order by position`,
  pictures: `select to_jsonb(m) - 'provider_id' from media m join provider p on p.id = m.provider_id where p.account_id = $1 order by m.id`,
  calendar: `select to_jsonb(b) - 'provider_id' from busy b join provider p on p.id = b.provider_id where p.account_id = $1 order by event_date`,
  reviewsReceived: `select jsonb_build_object('author', author, 'score', score, 'comments', comments, 'reply', reply, 'at', r.created_at) from review r join provider p on p.id = r.provider_id where p.account_id = $1 order by r.created_at`,
  reviewsWritten: `select jsonb_build_object('author', author, 'pictures', (select coalesce(jsonb_agg(jsonb_build_object('file', m.file, 'text', m.alt) order by m.id), '[]') from media m where m.id = any(review.media_ids)), 'score', score, 'comments', comments, 'chips', chips, 'hair', hair_tags, 'event', event, 'at', created_at, 'changedAt', edited_at) from review where account_id = $1 order by created_at`,
  privateReviewsWritten: `select jsonb_build_object('score', score, 'comments', comments, 'at', r.created_at) from customer_review r join provider p on p.id = r.provider_id where p.account_id = $1 order by r.created_at`,
  messages: `select jsonb_build_object('conversation', m.conversation_id, 'from', m.side, 'kind', m.kind, 'text', m.text, 'values', m.slots, 'pictures', m.files, 'at', m.at) from message m join conversation c on c.id = m.conversation_id where (c.account_id = $1 or c.provider_id = any(array(select id from provider where account_id = $1))) order by m.id`,
  messagesToTeams: `select jsonb_build_object('team', m.team_up_id, 'text', m.text, 'at', m.at) from team_message m where m.account_id = $1 order by m.id`,
  blocked: `select to_jsonb(b) - 'account_id' from block b where account_id = $1 order by created_at`,
  reports: `select jsonb_build_object('reason', reason, 'state', state, 'at', created_at) from report where by_account = $1 order by created_at`,
  signUp: `select to_jsonb(s) - 'account_id' from signup s where account_id = $1`,
  signUpSteps: `select to_jsonb(s) - 'account_id' from signup_step s where account_id = $1 order by saved_at`,
  verification: `select jsonb_build_object('round', round, 'submittedAt', submitted_at, 'decision', decision, 'decidedAt', decided_at, 'reasons', reasons, 'note', note) from verification v join provider p on p.id = v.provider_id where p.account_id = $1 order by round`,
  identityPictures: `select jsonb_build_object('kind', kind, 'document', document, 'sentAt', i.created_at, 'deletedAt', purged_at) from identity_picture i join provider p on p.id = i.provider_id where p.account_id = $1 order by i.created_at`,
  documents: `select jsonb_build_object('for', kind, 'name', holder, 'number', number, 'issuer', issuer, 'expiresOn', expires_on, 'state', d.state, 'sentAt', sent_at, 'decidedAt', decided_at, 'validUntil', valid_until, 'refusedFor', refusal, 'note', note, 'pictures', (select count(*) from artist_document_file f where f.document_id = d.id)) from artist_document d join provider p on p.id = d.provider_id where p.account_id = $1 order by sent_at`,
  appeals: `select jsonb_build_object('against', a.kind, 'reason', a.reason, 'words', a.words, 'sentAt', a.sent_at, 'upheld', a.upheld, 'answer', a.answer, 'decidedAt', a.decided_at) from appeal a join provider p on p.id = a.provider_id where p.account_id = $1 order by a.sent_at`,
  doneByOurTeam: `select jsonb_build_object('act', act, 'at', at, 'byOurTeam', actor_id is distinct from $1, 'reason', reason, 'before', before, 'after', after) from audit where id in (
    select id from audit where as_account_id = $1
    union all select id from audit where subject_id = any(array(select $1::text union select id::text from provider where account_id = $1 union select d.id::text from artist_document d join provider p on p.id = d.provider_id where p.account_id = $1))) order by at`,
}

export async function collectAccountData(db: Db, accountId: string): Promise<Record<string, unknown>> {
  const columns = Object.entries(parts).map(([name, text]) => {
    const [head = '', ...rest] = text.split('$1')
    const of = rest.reduce((said, after) => sql`${said}${accountId}::uuid${sql.raw(after)}`, sql`${sql.raw(head)}`)
    return sql`(select coalesce(jsonb_agg(part.row), '[]') from (${of}) part(row)) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(db)
  return rows[0] ?? {}
}
