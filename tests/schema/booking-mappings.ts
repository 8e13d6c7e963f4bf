import {
  agreedAt,
  Appointment,
  AppointmentState,
  Move,
  Problem,
  problemKinds,
} from '#contract/appointments/appointment.ts'
import { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import { agreedTimers } from '#contract/billing/agreed-balance.ts'
import { sharedWayTimes } from '#contract/party/day-facts.ts'
import { patchTestSpan } from '#contract/preparation/trial-price.ts'
import { lookTags } from '#contract/looks/vocabulary.ts'
import { PartnerEvent } from '#contract/notifications/partner-webhooks.ts'
import { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { addOnLimits } from '#contract/providers/add-ons.ts'
import { daysOfMonth } from '#contract/providers/trial-limits.ts'
import { DayWord } from '#contract/party/day-updates.ts'
import { appointmentLifecycle } from '#contract/appointments/lifecycle-appointment.ts'
import { billLifecycle } from '#contract/checkout/lifecycle-bill.ts'
import { holdEndReasons, holdLifecycle } from '#contract/checkout/lifecycle-hold.ts'
import { moveLifecycle } from '#contract/appointments/lifecycle-move.ts'
import { ClientImport, importLimits, ImportPreview } from '#contract/calendar/client-imports.ts'
import { RepeatInterval } from '#contract/calendar/repeats.ts'
import { limits } from '#contract/constants.ts'
import { contract } from '#contract/contract.ts'
import { Conversation, Message } from '#contract/messaging/messages.ts'
import { offerStates } from '#contract/offers/lifecycle-offer.ts'
import { requestStates } from '#contract/offers/lifecycle-request.ts'
import { CustomerRequest } from '#contract/offers/requests.ts'
import { chargeBackStates } from '#contract/operator/bank.ts'
import { OperatorPayout, OperatorRefund } from '#contract/operator/money.ts'
import { Report } from '#contract/operator/reports.ts'
import { SavedCard, savedTestCards } from '#contract/payments/cards.ts'
import { paymentStates } from '#contract/payments/lifecycle-payment.ts'
import { voucherStates } from '#contract/payments/lifecycle-voucher.ts'
import { PaymentKind, PayoutRhythm, Payouts, PaymentView } from '#contract/payments/payments.ts'
import { bearers, policies } from '#contract/payments/refund.ts'
import { laterDepositTimers } from '#contract/payments/later-deposit.ts'
import { voucherKinds } from '#contract/payments/vouchers.ts'
import { BeforeAfter, PersonPictures } from '#contract/reviews/before-after.ts'
import { ReviewExport } from '#contract/reviews/review-export.ts'
import { ChosenPart } from '#contract/search/team-up.ts'
import {
  constantRule,
  inHundredths,
  type InputMapping,
  inputRule,
  type Mapping,
  narrower,
  schemaRule,
  wordsRule,
} from './contract-rules.ts'

const { bookings, guests, operatorFees, privateClients, providerBookings, requests, vouchers } = contract
const side = inputRule(contract.messages.list, 'side')
const gateway = schemaRule(Payouts, 'details.gateway', 'Payouts')
const states = (name: string, lifecycle: object) => wordsRule(name, Object.keys(lifecycle))
const hairTags = lookTags.filter((tag) => /^(hair|length|colour)-/.test(tag))
const shares = [0, ...new Set(Object.values(policies).flatMap((steps) => steps.map(({ share }) => share)))]

export const conditionMappings: Readonly<Record<string, readonly (string | number)[]>> = {
  'add_on.add_on_minutes_check': [addOnLimits.step],
  'api_key.api_key_scopes_check': [...Scope.options, ...PartnerScope.options],
  'webhook.webhook_of_bookings': PartnerEvent.options.filter((event) => !WebhookEvent.options.includes(event)),
  'linked_appointment.linked_appointment_patch_test': [patchTestSpan.hours, patchTestSpan.months],
  'provider_trial.provider_trial_check': [daysOfMonth, 24],
  'review.review_hair_tags': hairTags,
  'shared_way.shared_way_check': [`0${sharedWayTimes.hours}:00:00`],
}

export const bookingMappings: readonly Mapping[] = [
  [wordsRule('requestStates', requestStates), 'request.state'],
  [inputRule(requests.updateMessage, 'pictures'), 'request.files'],
  [wordsRule('offerStates', offerStates), 'offer.state'],
  [schemaRule(CustomerRequest, 'offer.kind', 'OwnRequest'), 'offer.kind'],
  [schemaRule(ChosenPart, 'state', 'ChosenPart'), 'quote_act.state'],

  [states('holdLifecycle', holdLifecycle), 'hold.state'],
  [wordsRule('holdEndReasons', holdEndReasons), 'hold.end_reason'],
  [states('appointmentLifecycle', appointmentLifecycle), 'appointment.state'],
  [schemaRule(AppointmentState), 'appointment.state'],
  [schemaRule(Appointment, 'cancelledBy', 'Appointment'), 'appointment.cancelled_by'],
  [schemaRule(Appointment, 'balancePaid.how', 'Appointment'), 'appointment.balance_paid_how'],
  [schemaRule(Appointment, 'rescueEnded', 'Appointment'), 'appointment.rescue_ended'],
  [schemaRule(Appointment, 'trial.state', 'Appointment'), 'linked_appointment.state'],
  [inputRule(providerBookings.change, 'minutes'), 'appointment.late_minutes'],
  [states('moveLifecycle', moveLifecycle), 'appointment_move.state'],
  [schemaRule(Move, 'by', 'Move'), 'appointment_move.by'],
  [wordsRule('policies', shares), 'appointment_move.share'],
  [wordsRule('problemKinds', problemKinds), 'dispute.kind'],
  [schemaRule(Problem, 'state', 'Problem'), 'dispute.state'],
  [schemaRule(Problem, 'outcome', 'Problem'), 'dispute.outcome'],
  [inputRule(bookings.addSide, 'text'), 'dispute.other_side'],
  [side, 'calendar_key.side', 'appointment.no_show_of', 'dispute.by', 'conversation_side.side', 'block.by'],
  [side, 'report.by_side'],
  [states('billLifecycle', billLifecycle), 'bill.state'],
  [schemaRule(DayWord, 'kind', 'DayWord'), 'appointment_progress.kind'],
  [schemaRule(DayWord, 'minutes', 'DayWord'), 'appointment_progress.minutes'],
  [schemaRule(DayWord, 'person', 'DayWord'), 'appointment_progress.person'],
  [schemaRule(DayWord, 'serviceId', 'DayWord'), 'appointment_progress.service_id'],
  [constantRule('limits.people', { least: 1, most: limits.people }), 'guest.no', 'team_part.people'],
  [
    constantRule('limits.services', { least: 1, most: limits.services }),
    'linked_appointment.services',
    'hold_linked_appointment.services',
  ],

  [schemaRule(RepeatInterval, 'every', 'RepeatInterval'), 'own_series.repeat_every'],
  [schemaRule(RepeatInterval, 'unit', 'RepeatInterval'), 'own_series.repeat_unit'],
  [constantRule('importLimits.bytes', { most: importLimits.bytes }), 'client_import.content'],
  [constantRule('importLimits.rows', { least: 1, most: importLimits.rows }), 'client_import.total_rows'],
  [inputRule(contract.clientImport.run, 'fileName'), 'client_import.file_name'],
  [schemaRule(ClientImport, 'state', 'ClientImport'), 'client_import.state'],
  [schemaRule(ImportPreview, 'notable.undone', 'ImportPreview'), 'client_import_row.undone'],

  [wordsRule('paymentStates', paymentStates), 'payment.state'],
  [schemaRule(PaymentKind), 'payment.kind'],
  [schemaRule(PaymentView, 'gateway', 'ShownPayment'), 'payment.gateway'],
  [schemaRule(PaymentView, 'error', 'ShownPayment'), 'payment.last_error'],
  [gateway, 'payment_event.gateway', 'payout_account.gateway', 'payout.gateway', 'bank_line.gateway'],
  [gateway, 'charge_back.gateway', 'payment_method.gateway'],
  [wordsRule('bearers', bearers), 'refund.borne_by'],
  [schemaRule(OperatorRefund, 'state', 'OperatorRefund'), 'refund.state'],
  [schemaRule(PayoutRhythm), 'payout_account.rhythm'],
  [schemaRule(OperatorPayout, 'state', 'OperatorPayout'), 'payout.state'],
  [wordsRule('chargeBackStates', chargeBackStates), 'charge_back.state'],
  [inputRule(contract.tax.save, 'registration.number'), 'tax_registration.number'],
  [wordsRule('voucherKinds', voucherKinds), 'voucher.kind'],
  [wordsRule('voucherStates', voucherStates), 'voucher.state'],
  [inputRule(vouchers.buy, 'fromName'), 'voucher.buyer_name'],
  [inputRule(contract.operatorVouchers.block, 'reason'), 'voucher.{reason,blocked_for}'],
  [inputRule(contract.operatorPromos.create, 'worth.percent'), 'promo_code.percent'],
  [inHundredths(inputRule(contract.operatorPromos.create, 'worth.amount')), 'promo_code.amount_minor'],
  [schemaRule(SavedCard, 'state', 'SavedCard'), 'payment_method.state'],
  [wordsRule('savedTestCards', Object.keys(savedTestCards)), 'test_bank_setup.answers'],
  [schemaRule(agreedAt, '', 'agreedAt'), 'agreed_balance.at'],
  [schemaRule(Appointment, 'agreedBalance.state', 'Appointment'), 'agreed_balance.state'],
  [constantRule('agreedTimers.tries', { least: 0, most: agreedTimers.tries }), 'agreed_balance.tries'],
  [inputRule(contract.operatorMarket.setDepositHold, 'days'), 'market.deposit_hold_days'],
  [schemaRule(Appointment, 'laterDeposit.state', 'Appointment'), 'later_deposit.state'],
  [constantRule('laterDepositTimers.tries', { least: 0, most: laterDepositTimers.tries }), 'later_deposit.tries'],
  [inHundredths(inputRule(operatorFees.add, 'cap')), 'fee_rule.cap_minor'],
  [inHundredths(inputRule(operatorFees.add, 'floor')), 'fee_rule.floor_minor'],

  [schemaRule(Conversation, 'state', 'Conversation'), 'conversation.state'],
  [schemaRule(Message, 'kind', 'Message'), 'message.kind'],
  [inputRule(contract.messages.write, 'pictures'), 'message.files'],
  [schemaRule(Report, 'state', 'Report'), 'report.state'],

  [inputRule(contract.reviews.post, 'score'), 'review.score', 'customer_review.score'],
  [schemaRule(ReviewExport, 'reviews.comments', 'Taken'), 'review.comments'],
  [schemaRule(ReviewExport, 'reviews.role', 'Taken'), 'review.guest_role'],
  [
    narrower(inputRule(contract.reviews.post, 'comments'), 'older reviews are longer than new ones may be'),
    'customer_review.comments',
  ],
  [schemaRule(PersonPictures, 'said.said', 'PersonPictures'), 'before_after_consent.said'],
  [schemaRule(BeforeAfter, 'addedBy', 'BeforeAfter'), 'before_after.added_by'],
]

/** Tables and the calls whose input fields fill their columns of the same name. */
export const bookingInputs: readonly InputMapping[] = [
  ['request', requests.decline, requests.updateMessage],
  ['offer', requests.offer],
  ['dispute', bookings.report],
  ['guest', guests.answer, guests.invite],
  ['team_message', contract.teamTalk.write],
  ['booking_act', contract.operatorBookings.goodwill],
  ['calendar_feed', providerBookings.addFeed],
  ['client_note', providerBookings.updateClientNote],
  ['own_client', privateClients.add],
  ['client_data_request', contract.personalData.requestFromArtist],
  ['own_appointment', privateClients.createAppointment],
  ['refund', contract.operatorMoney.refund],
  ['tax_person', contract.tax.save],
  ['seller_identity', contract.sellerIdentity.save],
  ['fee_invoice', contract.statements.show],
  ['voucher', vouchers.buy],
  ['fee_rule', operatorFees.add],
  ['message', contract.messages.write, contract.mailedBookings.write],
  ['report', contract.messages.report, contract.reviews.report],
  ['review', contract.reviews.reply],
  ['outside_review', contract.outsideReviews.write],
]
