import type { TableEntry } from '#db/privacy/register.ts'

const amounts = 'Amounts and states of processing, linked to a booking by its number.'
const team = { topic: 'team', subjects: ['operator'], export: { omitted: 'others' }, keptFor: 'audit' } as const

/** Payments, vouchers, payouts, the ledger and tax. */
export const paymentTables: Record<string, TableEntry> = {
  bank_line: {
    notPersonal: 'Lines of the balance at the payment service, by its own references.',
    technical:
      'gateway line_id country_code type category source currency amount_minor fee_minor net_minor description created_at available_at read_at',
  },
  charge_back: {
    subjects: ['customer', 'payer', 'artist'],
    personal: [{ topic: 'disputes', export: 'cardDisputes', anonymised: 'evidence' }],
    technical:
      'id payment_id gateway gateway_id amount_minor currency fee_minor reason state due_at evidence_sent_at taken opened_at closed_at appeals appealed_at lost_minor lost_fee_minor evidence_attempt evidence_error',
  },
  credit_spend: {
    notPersonal: amounts,
    technical: 'id voucher_id part_of for_ref amount_minor state kept_until created_at',
  },
  fee_invoice: {
    subjects: ['artist'],
    personal: [{ topic: 'tax', export: 'invoices', kept: 'body', keptFor: 'tax' }],
    technical: 'id country_code number provider_id month currency fee_minor tax_name tax_percent tax_minor issued_at',
  },
  fee_invoice_number: { notPersonal: amounts, technical: 'country_code last' },
  ledger_close: {
    subjects: ['operator'],
    personal: [{ ...team, kept: 'closed_by' }],
    technical: 'currency month closed_at balances',
  },
  earned_month: { notPersonal: amounts, technical: 'provider_id currency month tz categories' },
  ledger_entry: { notPersonal: amounts, technical: 'movement_id account currency amount_minor' },
  ledger_movement: {
    notPersonal: amounts,
    technical: 'id kind fact provider_id ref payment_id refund_id payout_id partner_id note at source dated_at',
  },
  partner_account: {
    notPersonal: 'The credit limit of a company.',
    technical: 'partner_id currency limit_minor opened_at closed_at',
  },
  partner_payment: {
    subjects: ['operator'],
    personal: [{ ...team, kept: 'created_by' }],
    technical: 'id partner_id currency amount_minor reference received_on created_at undone_at',
  },
  payment: {
    subjects: ['customer', 'payer'],
    personal: [
      { topic: 'booking', export: 'payments', anonymised: 'email description' },
      { topic: 'booking', export: { omitted: 'secret' }, anonymised: 'account_id visitor_hash' },
    ],
    technical:
      'id number kind ref provider_id country_code currency amount_minor fee_minor gateway gateway_id client_secret state let_go last_error refunded_minor fee_refunded_minor attempts next_at claimed_until asked_at asked_times created_at authorised_at captured_at ended_at sample claim charge_id part_of partner_id',
  },
  payment_event: {
    subjects: ['customer', 'payer', 'artist'],
    personal: [{ topic: 'logs', export: { omitted: 'copy' }, kept: 'raw', keptFor: 'short' }],
    technical: 'gateway event_id kind payment_id outcome occurred_at at account_id worked_at attempts next_at error',
  },
  payment_method: {
    subjects: ['customer'],
    personal: [
      { topic: 'cards', export: 'savedCards', anonymised: 'brand last_four expires' },
      { topic: 'cards', export: 'savedCards', kept: 'consent_words consent_at', keptFor: 'consent' },
      {
        topic: 'cards',
        export: { omitted: 'secret' },
        kept: 'customer_id setup_id client_secret gateway_id',
        keptFor: 'short',
      },
    ],
    technical: 'id account_id country_code gateway state created_at saved_at removed_at forgotten_at',
  },
  payment_queue: { notPersonal: amounts, technical: 'payment_id next_at' },
  payout: {
    notPersonal: amounts,
    technical:
      'id provider_id country_code currency amount_minor state gateway gateway_id error attempts next_at claimed_until created_at paid_at sample claim key_no faulted_at sent_at returned_at refused_to_us bank_minor',
  },
  payout_account: {
    subjects: ['artist'],
    personal: [
      { topic: 'payouts', export: 'payoutAccount', anonymised: 'label' },
      { topic: 'payouts', export: 'payoutAccount', kept: 'gateway_id', keptFor: 'tax' },
    ],
    technical: 'provider_id gateway state created_at updated_at told_at rhythm card_payments_active',
  },
  payout_transfer: {
    notPersonal: amounts,
    technical:
      'id payout_id payment_id amount_minor reversed_minor state gateway_id error key_no faulted_at attempts next_at claimed_until claim created_at sent_at',
  },
  platform_report: {
    subjects: ['operator'],
    personal: [{ ...team, kept: 'exported_by' }],
    technical: 'id country_code year exported_at filed_at platform operator_ref',
  },
  platform_report_seller: {
    subjects: ['artist'],
    personal: [{ topic: 'tax', export: 'taxReports', kept: 'periods', keptFor: 'tax' }],
    technical: 'report_id provider_id doc_ref corrects_ref',
  },
  seller_identity: {
    subjects: ['artist'],
    personal: [
      {
        topic: 'tax',
        export: 'taxIdentity',
        kept: 'entity_type first_name name street city region postcode registration_number tax_number_kind tax_number_end',
        keptFor: 'tax',
      },
      { topic: 'tax', export: { omitted: 'secret' }, kept: 'wrapped_key sealed', keptFor: 'tax' },
    ],
    technical: 'provider_id provided_at updated_at',
  },
  seller_reminder: { notPersonal: 'When an artist was reminded.', technical: 'provider_id first_at second_at' },
  tax_person: {
    subjects: ['artist'],
    personal: [{ topic: 'tax', export: 'taxDetails', deleted: 'legal_name address tax_number' }],
    technical: 'provider_id updated_at',
  },
  tax_registration: {
    subjects: ['artist'],
    personal: [{ topic: 'tax', export: 'taxRegistrations', deleted: 'number region' }],
    technical: 'id provider_id country_code since until',
  },
  transfer_reversal: {
    notPersonal: amounts,
    technical:
      'id transfer_id amount_minor state gateway_id error key_no faulted_at attempts next_at claimed_until claim created_at done_at',
  },
  voucher: {
    subjects: ['payer', 'voucher recipient', 'customer'],
    personal: [
      { topic: 'vouchers', export: 'vouchersBought vouchersReceived', anonymised: 'to_name to_email message reason' },
      { topic: 'vouchers', export: { omitted: 'copy' }, anonymised: 'account_id buyer_name buyer_email' },
      { topic: 'vouchers', export: { omitted: 'others' }, kept: 'blocked_for', keptFor: 'audit' },
      { topic: 'vouchers', export: { omitted: 'secret' }, kept: 'code_hash', keptFor: 'others' },
    ],
    technical:
      'id number country_code currency amount_minor left_minor state send_on created_at paid_at told_at sent_at expires_at provider_id freed_at kind',
  },
  refund: {
    subjects: ['operator'],
    personal: [
      { ...team, kept: 'asked_by approved_by released_by' },
      { topic: 'booking', subjects: ['customer', 'payer'], export: 'refunds', anonymised: 'reason' },
    ],
    technical:
      'id payment_id amount_minor fee_back_minor fact state gateway_id error attempts next_at claimed_until created_at done_at borne_by claim key_no faulted_at voucher_id voucher_kind',
  },
  promo_code: {
    subjects: ['artist'],
    personal: [
      { topic: 'profile', export: 'promoCodes', anonymised: 'code' },
      { ...team, kept: 'made_by' },
    ],
    technical:
      'id country_code provider_id percent amount_minor starts_at ends_at most_uses most_each least_total_minor first_only uses stopped_at created_at',
  },
  promo_use: {
    subjects: ['customer'],
    personal: [{ topic: 'booking', export: { omitted: 'secret' }, anonymised: 'person' }],
    technical: 'id promo_id hold_id amount_minor cost_minor state kept_until created_at looked_at',
  },
  tip: { notPersonal: amounts, technical: 'id appointment_id amount_minor created_at paid_at' },
  agreed_balance: {
    subjects: ['customer'],
    personal: [{ topic: 'booking', export: 'agreedBalances', kept: 'consent_words consent_at', keptFor: 'consent' }],
    technical: 'appointment_id at balance_minor state told_at told_due tries tried_at prove_until',
  },
  later_deposit: {
    subjects: ['customer'],
    personal: [{ topic: 'booking', export: 'laterDeposits', kept: 'consent_text consent_at', keptFor: 'consent' }],
    technical: 'appointment_id amount_minor state pay_until told_at told_due tries tried_at card_deleted_at',
  },
}
