import type { TableEntry } from '#db/privacy/register.ts'

const team = { omitted: 'others' } as const
const place = 'A place of the gazetteer, or a count by map square.'
const catalogue = 'The catalogue of services and the rules of a market.'
const site = 'Working data of the site.'

/** Catalogue, places, public pages, and the simulated payment service of development. */
export const siteTables: Record<string, TableEntry> = {
  category: { notPersonal: catalogue, technical: 'id store_id slug label fee_percent made position' },
  consent_form: { notPersonal: catalogue, technical: 'id name made_at retired_at' },
  consent_form_service: { notPersonal: catalogue, technical: 'service_id form_id' },
  consent_form_version: { notPersonal: catalogue, technical: 'id form_id number intro questions published_at' },
  fee_rule: {
    subjects: ['operator'],
    personal: [{ topic: 'team', export: team, kept: 'made_by reason', keptFor: 'audit' }],
    technical:
      'id country_code category_id provider_id percent first_on last_on first_bookings first_months floor_minor cap_minor created_at',
  },
  market: {
    notPersonal: catalogue,
    technical:
      'country_code name currency distance_unit week_start default_tz covid_trained vaccinated tax_number look_first business_address deposit_hold_days',
  },
  market_check: { notPersonal: catalogue, technical: 'country_code kind label asked holds_months proves' },
  service: {
    notPersonal: catalogue,
    technical:
      'id no service_type_id category_id label phrase minutes setup_minutes markets retired_at patch_test_minutes sequence trial position is_for_minors',
  },
  service_type: { notPersonal: catalogue, technical: 'id category_id label made position' },
  skill: { notPersonal: catalogue, technical: 'id label position' },
  store: { notPersonal: catalogue, technical: 'id slug label made' },
  tax_rate: { notPersonal: catalogue, technical: 'country_code region name percent starts_on' },
  voucher_terms: { notPersonal: catalogue, technical: 'country_code amounts least most months return_days' },
  banned_word: { notPersonal: catalogue, technical: 'id country_code word plain added_at' },
  made_area: { notPersonal: place, technical: 'id country_code name search also lat lng metres made_at closed_at' },
  place: {
    notPersonal: place,
    technical:
      'id country_code kind name slug locality region region_code population lat lng tz search address label area metres also',
  },
  data_load: { notPersonal: site, technical: 'name fingerprint loaded_at' },
  home_cell: {
    notPersonal: place,
    technical: 'cell country_code city area category_id lat_sum lng_sum artists',
  },
  help_count: { notPersonal: site, technical: 'topic useful useless' },
  lead_cell: { notPersonal: place, technical: 'cell country_code category_id weeks bookings' },
  page_content: { notPersonal: site, technical: 'path hash changed_at checked_at' },
  place_occasion: { notPersonal: place, technical: 'category_id place_id event artists reviews' },
  place_page: {
    notPersonal: place,
    technical:
      'category_id place_id artists from_minor home first_on changed_at residents_elsewhere bookings quotes reviews is_indexed',
  },
  place_page_due: { notPersonal: place, technical: 'cell mark' },
  review_cell: { notPersonal: place, technical: 'cell category_id reviews score_sum changed_at' },
  trade_cell: { notPersonal: place, technical: 'cell country_code category_id quotes least_minor most_minor' },
  demand_day: {
    notPersonal: place,
    technical:
      'cell event_date category_id searches people reaching booked without_artist unanswered place country_code lat lng refreshed_at',
  },
  stored_answer: {
    subjects: ['artist'],
    personal: [{ topic: 'profile', export: { omitted: 'copy' }, deleted: 'answer' }],
    technical: 'key mark built_at',
  },
  busy_cell_day: { notPersonal: site, technical: 'day cell version' },
  match_cell: { notPersonal: site, technical: 'cell version' },
  card_version: { notPersonal: site, technical: 'provider_no version' },
  page_version: {
    subjects: ['operator'],
    personal: [{ topic: 'team', export: team, kept: 'author published_by reason', keptFor: 'audit' }],
    technical:
      'id path state number title description banner_title banner_text picture_id picture_alt faqs body written_at published_at mark',
  },
  place_wait: {
    subjects: ['customer'],
    personal: [
      { topic: 'comingSoon', export: 'placesToCome', deleted: 'email place_name country_code lat lng created_at' },
    ],
    technical: 'id looked_at',
  },
  test_bank_account: {
    subjects: ['artist'],
    personal: [{ topic: 'payouts', export: { omitted: 'unlinked' }, kept: 'holder last_four', keptFor: 'tax' }],
    technical: 'id made_by created_at',
  },
  test_bank_event: {
    notPersonal: 'The simulated payment service of development.',
    technical: 'id body created_at acknowledged_at attempts',
  },
  test_bank_intent: {
    notPersonal: 'The simulated payment service of development.',
    technical:
      'id client_secret made_by amount_minor currency status error last_four refunded_minor created_at customer_id',
  },
  test_bank_refund: {
    notPersonal: 'The simulated payment service of development.',
    technical: 'id made_by intent_id amount_minor created_at',
  },
  test_bank_setup: {
    notPersonal: 'The simulated payment service of development.',
    technical: 'id client_secret made_by customer_id status answers last_four expires created_at',
  },
  test_bank_transfer: {
    notPersonal: 'The simulated payment service of development.',
    technical: 'id made_by account_id amount_minor currency created_at reversed_minor reversed_by',
  },
}
