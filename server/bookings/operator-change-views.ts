import type { Appointment } from '#contract/appointments/appointment.ts'
import type { MoveState } from '#contract/appointments/lifecycle-move.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { approveRefund, closeRefund, type PaymentRow, listPaymentsOf, listRefundsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type AppointmentParts,
  type AppointmentRow,
  createIsoFormatter,
  type MoveRow,
  listMovesById,
  findParties,
  listParticipants,
} from '#server/appointments/index.ts'
import { type ActRow, listActs, getGoodwillFact, listWaitingMails } from './operator-changes.queries.ts'
import { createHash } from 'node:crypto'
import { type ActPreview, actSums } from '#contract/operator/booking-acts.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { runAndRollBack } from '#server/platform/undone.ts'
import { computeMoveDifference, computeHeldAmounts, sumUnrefunded } from '#server/billing/index.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { presentProblem } from './disputes.ts'
import { presentMove } from './apply-move.ts'

type Side = Appointment['side']

async function presentActs(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly PaymentRow[],
  side: Side,
): Promise<Appointment['acts']> {
  const acts = await listActs(ctx.db, row.id)
  if (acts.length === 0) return []
  const refunds = await listRefundsOf(
    ctx.db,
    payments.map(({ id }) => id),
  )
  const moves = await listMovesById(
    ctx.db,
    acts.flatMap(({ said }) => said['moveId'] ?? []),
  )
  const shown = await listParticipants(
    ctx.db,
    acts.flatMap(({ kind, said }) => (kind === 'swapped' ? [said['from'] ?? '', said['to'] ?? ''] : [])),
  )
  const names = new Map(shown.map(({ id, name }) => [id, name]))
  const t = createTranslator(actTexts, row.country_code as Country)
  return acts.flatMap((act) => {
    const word = wordOf(act, side, { refunds, moves, providerId: row.provider_id })
    const said =
      act.kind === 'swapped'
        ? { from: names.get(act.said['from'] ?? ''), to: names.get(act.said['to'] ?? '') }
        : act.said
    return word ? [{ at: act.at.toISOString(), text: t(word, said), reason: act.reason }] : []
  })
}

type Word = keyof typeof actTexts | null
type Refunds = readonly { fact: string; state: string }[]
type Around = { refunds: Refunds; moves: readonly { id: string; state: MoveState }[]; providerId: string }

function wordOf(act: ActRow, side: Side, { refunds, moves, providerId }: Around): Word {
  if (act.kind === 'goodwill') return wordOfGoodwill(act, side, refunds)
  if (act.kind === 'swapped') return `swapped.${act.said['from'] === providerId ? 'before' : 'after'}.${side}`
  if (act.kind === 'cancelled' || act.kind === 'cash_undone') return `${act.kind}.${side}`
  if (act.kind === 'no_show') return `no_show.${act.said['who'] === 'provider' ? 'provider' : 'customer'}`
  return wordOfMove(act.kind, side, moves.find(({ id }) => id === act.said['moveId'])?.state)
}

function wordOfGoodwill({ id, said }: ActRow, side: Side, refunds: Refunds): Word {
  const states = refunds.filter(({ fact }) => fact.startsWith(getGoodwillFact(id))).map(({ state }) => state)
  const waits = states.includes('asked')
  if (!waits && !states.every((state) => state === 'refused'))
    return `${said['as'] === 'credit' ? 'credited' : 'goodwill'}.${side}`
  return side === 'operator' ? (waits ? 'goodwill.waits' : 'goodwill.refused') : null
}

function wordOfMove(kind: 'moved' | 'changed', side: Side, state: MoveState | undefined): Word {
  if (state === 'accepted') return `${kind}.${side}`
  return side === 'operator' ? `${kind}.${state === 'proposed' ? 'waits' : 'ended'}` : null
}

type Booking = { row: AppointmentRow; payments: readonly PaymentRow[] }
type After = Booking & { second: boolean; waits?: MoveRow; follows?: (tx: Context) => Promise<void> }
type Person = { to: ActPreview['mails'][number]['to']; name: string; address: string }

/**
 * Records a booking before an operator's change. The returned function compares it with the state after the change:
 * money, mails and deferred steps.
 */
export async function createActPreview(tx: Context, { row, payments }: Booking, newProviderId: string | null) {
  const before = getMoneySums(row, payments)
  const people = await peopleOf(tx, row, newProviderId)
  const known = new Set((await listRefundsOf(tx.db, idsOf(payments))).map(({ id }) => id))
  const waiting = await mailsOf(tx, people)
  const had = new Set(waiting.map(({ id }) => id))
  return async (now: After): Promise<ActPreview> => {
    const went = (await mailsOf(tx, people)).filter(({ id }) => !had.has(id))
    const gone = new Set([...had, ...went.map(({ id }) => id)])
    const { after, backMinor, creditMinor, follows, later, waits } = await runAndRollBack(tx, async (quiet) => {
      await now.follows?.(quiet)
      const follows = (await mailsOf(quiet, people)).filter(({ id }) => !gone.has(id))
      for (const { id } of follows) gone.add(id)
      const all = [...new Set([...idsOf(payments), ...idsOf(now.payments)])]
      const made = (await listRefundsOf(quiet.db, all)).filter(({ id }) => !known.has(id))
      const waits = made.some(({ state }) => state === 'asked')
      for (const refund of made) {
        if (refund.state === 'asked') await approveRefund(quiet, refund, null)
        await closeRefund(quiet, refund.id, 'done')
      }
      return {
        after: now.waits
          ? getMoneySumsAfterPayment(now.row, before, now.waits)
          : getMoneySums(now.row, await listPaymentsOf(quiet.db, refsOf(now.payments))),
        follows,
        waits,
        backMinor: sumOf(made.filter(({ voucher_id }) => !voucher_id)),
        creditMinor: sumOf(made.filter(({ voucher_id }) => voucher_id)),
        later: (await mailsOf(quiet, people)).filter(({ id }) => !gone.has(id)),
      }
    })
    const shown = {
      currency: row.currency as ActPreview['currency'],
      sums: sumsShown(before, after, now.row.id !== row.id),
      back: toMajor(backMinor),
      credit: toMajor(creditMinor),
      due: toMajor(now.waits ? computeMoveDifference(now.row, now.waits).dueMinor : 0),
      dueUntil: now.waits ? createIsoFormatter(row)(now.waits.ends_waiting_at.getTime()) : null,
      second: now.second || waits,
      day: { before: dayIn(row, row), after: dayIn(row, now.waits ?? now.row) },
      mails: [
        ...[...went, ...follows].map((mail) => shownMail(mail, false)),
        ...later.map((mail) => shownMail(mail, true)),
      ],
    }
    return { ...shown, hash: hashOf(shown) }
  }
}

const sumsShown = (before: SumsNow, after: SumsNow, swapped: boolean): ActPreview['sums'] =>
  actSums.flatMap((of): ActPreview['sums'] => {
    if (of === 'newArtist') return swapped ? [{ of, before: 0, after: toMajor(after.artistMinor) }] : []
    const now = of === 'artist' && swapped ? 0 : after[`${of}Minor`]
    return [{ of, before: toMajor(before[`${of}Minor`]), after: toMajor(now) }]
  })

type ActSubject = Awaited<ReturnType<typeof mailsOf>>[number]
const shownMail = ({ to, name, address, kind, subject, body, secret }: ActSubject, later: boolean) => ({
  to,
  name,
  address,
  kind,
  subject,
  // Sign-in links are visible only to their recipient.
  text: secret ? '' : body,
  later,
})

// Excludes texts and deadlines, which differ in each preview. The hash covers recipients and amounts.
const hashOf = ({ mails, dueUntil: _, ...shown }: Omit<ActPreview, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([shown, mails.map(({ to, address, kind, later }) => [to, address, kind, later])]))
    .digest('base64url')

type Day = Pick<AppointmentRow, 'starts_at' | 'ends_at' | 'ready_at'>
function dayIn(row: AppointmentRow, { starts_at, ends_at, ready_at }: Day): ActPreview['day']['before'] {
  const iso = (at: Date) => createIsoFormatter(row)(at.getTime())
  return { startsAt: iso(starts_at), endsAt: iso(ends_at), readyAt: ready_at && iso(ready_at) }
}

const sumOf = (refunds: readonly { amount_minor: Minor }[]): Minor =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
const idsOf = (payments: readonly PaymentRow[]) => payments.map(({ id }) => id)
const refsOf = (payments: readonly PaymentRow[]) => [...new Set(payments.map(({ ref }) => ref))]

async function peopleOf(tx: Context, row: AppointmentRow, newProviderId: string | null): Promise<Person[]> {
  const instead = newProviderId ? await findParties(tx.db, { account_id: null, provider_id: newProviderId }) : undefined
  const parties = await findParties(tx.db, row)
  const { customerEmail, customerGone, providerEmail, provider } = parties ?? {}
  return [
    ...(customerEmail && !customerGone
      ? [{ to: 'customer' as const, name: row.requester.name, address: customerEmail }]
      : []),
    ...(providerEmail ? [{ to: 'provider' as const, name: provider ?? '', address: providerEmail }] : []),
    ...(instead?.providerEmail
      ? [{ to: 'newProvider' as const, name: instead.provider, address: instead.providerEmail }]
      : []),
  ]
}

async function mailsOf(tx: Context, people: readonly Person[]) {
  const mails = await listWaitingMails(
    tx.db,
    people.map(({ address }) => address),
    tx.now,
  )
  return mails.flatMap((mail) => {
    const person = people.find(({ address }) => normaliseEmail(address) === normaliseEmail(mail.address))
    return person ? [{ ...mail, ...person }] : []
  })
}

export const presentChanges: AppointmentParts['bookings'] = async (ctx, { row, side, payments, move, dispute }) => ({
  move: move && presentMove(ctx, row, move, payments),
  problem: dispute && presentProblem(row, dispute),
  acts: await presentActs(ctx, row, payments, side),
})

const actTexts = defineMessages({
  'cancelled.customer': 'Primp cancelled this for you, as you asked.',
  'cancelled.provider': 'Primp cancelled this because the customer asked for it.',
  'cancelled.operator': 'Cancelled for the customer under the policy.',
  'cash_undone.customer': 'Primp removed the record that {amount} was paid in cash.',
  'cash_undone.provider': 'Primp removed the record that {amount} was paid in cash.',
  'cash_undone.operator': 'Cash record of {amount} reversed.',
  'no_show.customer': 'Marked as a no-show: the customer did not come.',
  'no_show.provider': 'Marked as a no-show: the artist did not come.',
  'goodwill.customer': 'Primp refunded you {amount}.',
  'goodwill.provider': 'Primp refunded the customer {amount} at its own cost. Your earnings stay the same.',
  'goodwill.operator': 'Goodwill: {amount} to the customer, paid by Primp.',
  'credited.customer': 'Primp gave you {amount} credit for your next booking.',
  'credited.provider':
    'Primp gave the customer {amount} credit for their next booking at its own cost. Your earnings stay the same.',
  'credited.operator': 'Goodwill: {amount} credit to the customer, paid by Primp.',
  'goodwill.waits': 'Goodwill of {amount} is waiting for approval.',
  'goodwill.refused': 'Goodwill of {amount} was rejected.',
  'swapped.before.customer': '{to} has taken over, as a separate booking.',
  'swapped.before.provider': 'Primp gave this booking to another artist. Your time is free again.',
  'swapped.before.operator': '{to} has taken over, as a separate booking.',
  'swapped.after.customer': '{to} has taken over from {from}.',
  'swapped.after.provider': 'Primp gave you this booking in place of another artist.',
  'swapped.after.operator': '{to} has taken over from {from}.',
  'moved.customer': 'Primp moved this from {from} to {to}.',
  'moved.provider': 'Primp moved this from {from} to {to}.',
  'moved.operator': 'Moved from {from} to {to}.',
  'moved.waits': 'Waiting for the customer to pay the difference before moving to {to}.',
  'moved.ended': 'Not moved to {to}, because the difference was not paid.',
  'changed.customer': 'Primp changed the people or services.',
  'changed.provider': 'Primp changed the people or services.',
  'changed.operator': 'People or services changed.',
  'changed.waits': 'Waiting for the customer to pay the difference before changing people or services.',
  'changed.ended': 'People and services were not changed, because the difference was not paid.',
})

type SumsNow = {
  priceMinor: Minor
  customerMinor: Minor
  paidMinor: Minor
  openMinor: Minor
  artistMinor: Minor
  houseMinor: Minor
}

export function getMoneySums(row: AppointmentRow, payments: readonly PaymentRow[]): SumsNow {
  const restMinor = row.total_minor - row.deposit_minor
  const over = row.state === 'cancelled' || row.state === 'no_show'
  const cashMinor = row.balance_paid_how === 'cash' ? restMinor : 0
  const paidMinor = sumUnrefunded(payments) + cashMinor
  const openMinor = over || row.balance_paid_at ? 0 : restMinor
  const customerMinor = paidMinor + openMinor
  const houseMinor = computeHeldAmounts(payments).platformMinor
  return {
    priceMinor: row.total_minor,
    customerMinor,
    paidMinor,
    openMinor,
    artistMinor: customerMinor - houseMinor,
    houseMinor,
  }
}

function getMoneySumsAfterPayment(row: AppointmentRow, now: SumsNow, move: MoveRow): SumsNow {
  const { dueMinor, after } = computeMoveDifference(row, move)
  const paidMinor = now.paidMinor + dueMinor
  const openMinor = row.balance_paid_at || row.in_full ? 0 : after.totalMinor - after.depositMinor
  const houseMinor = now.houseMinor + after.feeMinor - row.fee_minor
  const customerMinor = paidMinor + openMinor
  return {
    priceMinor: after.totalMinor,
    customerMinor,
    paidMinor,
    openMinor,
    artistMinor: customerMinor - houseMinor,
    houseMinor,
  }
}
