import { createHash } from 'node:crypto'
import { type ActPreview, actSums } from '#contract/operator/booking-acts.ts'
import { major, type Minor } from '#contract/money.ts'
import { approveRefund, closeRefund, type PaymentRow, paymentsOf, refundsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { undone } from '#server/platform/undone.ts'
import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { differenceOfMove } from '#server/bookings/moves/difference-of-move.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'
import { type SumsNow, sumsNow, sumsOncePaid } from './sums-now.ts'
import { mailsTo } from './team-queries.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

type Booking = { row: AppointmentRow; payments: readonly PaymentRow[] }
type After = Booking & { second: boolean; waits?: MoveRow; follows?: (tx: Context) => Promise<void> }
type Person = { to: ActPreview['mails'][number]['to']; name: string; address: string }

/** Looks at a booking before an act; what it answers looks again after it, and says what is another: money, mails, and those that follow once a bank has done its part. */
export async function seenAfter(tx: Context, { row, payments }: Booking, newProviderId: string | null) {
  const before = sumsNow(row, payments)
  const people = await peopleOf(tx, row, newProviderId)
  const known = new Set((await refundsOf(tx.db, idsOf(payments))).map(({ id }) => id))
  const waiting = await mailsOf(tx, people)
  const had = new Set(waiting.map(({ id }) => id))
  return async (now: After): Promise<ActPreview> => {
    const went = (await mailsOf(tx, people)).filter(({ id }) => !had.has(id))
    const gone = new Set([...had, ...went.map(({ id }) => id)])
    const { after, backMinor, creditMinor, follows, later, waits } = await undone(tx, async (quiet) => {
      await now.follows?.(quiet)
      const follows = (await mailsOf(quiet, people)).filter(({ id }) => !gone.has(id))
      for (const { id } of follows) gone.add(id)
      const all = [...new Set([...idsOf(payments), ...idsOf(now.payments)])]
      const made = (await refundsOf(quiet.db, all)).filter(({ id }) => !known.has(id))
      const waits = made.some(({ state }) => state === 'asked')
      for (const refund of made) {
        if (refund.state === 'asked') await approveRefund(quiet, refund, null)
        await closeRefund(quiet, refund.id, 'done')
      }
      return {
        after: now.waits
          ? sumsOncePaid(now.row, before, now.waits)
          : sumsNow(now.row, await paymentsOf(quiet.db, refsOf(now.payments))),
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
      back: major(backMinor),
      credit: major(creditMinor),
      due: major(now.waits ? differenceOfMove(now.row, now.waits).dueMinor : 0),
      dueUntil: now.waits ? isoIn(row)(now.waits.ends_waiting_at.getTime()) : null,
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
    if (of === 'newArtist') return swapped ? [{ of, before: 0, after: major(after.artistMinor) }] : []
    const now = of === 'artist' && swapped ? 0 : after[`${of}Minor`]
    return [{ of, before: major(before[`${of}Minor`]), after: major(now) }]
  })

type Found = Awaited<ReturnType<typeof mailsOf>>[number]
const shownMail = ({ to, name, address, kind, subject, body, secret }: Found, later: boolean) => ({
  to,
  name,
  address,
  kind,
  subject,
  // A link that lets somebody in is theirs alone.
  text: secret ? '' : body,
  later,
})

// Texts name links and numbers that are made anew each time, and how long it waits counts from the act: who is told what by which sums is what counts.
const hashOf = ({ mails, dueUntil: _, ...shown }: Omit<ActPreview, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([shown, mails.map(({ to, address, kind, later }) => [to, address, kind, later])]))
    .digest('base64url')

type Day = Pick<AppointmentRow, 'starts_at' | 'ends_at' | 'ready_at'>
function dayIn(row: AppointmentRow, { starts_at, ends_at, ready_at }: Day): ActPreview['day']['before'] {
  const iso = (at: Date) => isoIn(row)(at.getTime())
  return { startsAt: iso(starts_at), endsAt: iso(ends_at), readyAt: ready_at && iso(ready_at) }
}

const sumOf = (refunds: readonly { amount_minor: Minor }[]): Minor =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
const idsOf = (payments: readonly PaymentRow[]) => payments.map(({ id }) => id)
const refsOf = (payments: readonly PaymentRow[]) => [...new Set(payments.map(({ ref }) => ref))]

async function peopleOf(tx: Context, row: AppointmentRow, newProviderId: string | null): Promise<Person[]> {
  const instead = newProviderId ? await partiesOf(tx.db, { account_id: null, provider_id: newProviderId }) : undefined
  const parties = await partiesOf(tx.db, row)
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
  const mails = await mailsTo(
    tx.db,
    people.map(({ address }) => address),
    tx.now,
  )
  return mails.flatMap((mail) => {
    const person = people.find(({ address }) => emailKey(address) === emailKey(mail.address))
    return person ? [{ ...mail, ...person }] : []
  })
}
