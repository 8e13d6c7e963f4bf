import { createSampleId } from '#db/cast/rows.ts'
import { streamOf } from '#art/seed.ts'
import { toMinor, computePercentUp } from '#contract/money.ts'
import { type Bulk, copyLine } from '#db/bulk.ts'
import { anchorSeconds } from '#db/cast/calendar.ts'
import { type Customer, people } from '#db/cast/material.ts'

const jobsAMonth = [3, 2, 4, 5, 7, 9, 8, 6, 6, 4, 4] as const
const looks = ['Birthday', 'Wedding', 'Photo shoot', 'Party', 'Engagement', 'Graduation'] as const
const DAY = 86_400
const [customerPrice, earned, minimumJob, minimumEarned] = [90, 76, 130, 110]
export { customerPrice, earned, minimumEarned, minimumJob }

export type PaidJob = {
  n: number
  id: string
  ahead: boolean
  at: number
  from: number
  doneAt: number
  people: number
  customer: Customer
  look: string
  total: number
  deposit: number
  fee: number
  balance: number
}

// The first digits differ, because the number of a payout is made of them.
const idOf = (kind: string, n: number) => `${String(n).padStart(8, '0')}-5a3e-4${kind}-8000-000000000000`
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Writes one cast artist's payments, fees, balances and payouts in double entry. Returns the jobs. */
export async function writePaid(bulk: Bulk, slug: string): Promise<PaidJob[]> {
  const [artist] = await bulk.rows<{ id: string; country: string; currency: string; buffer: number }>(
    'select p.id, p.country_code as country, m.currency, p.buffer_minutes as buffer from provider p join market m on m.country_code = p.country_code where p.slug = $1',
    [slug],
  )
  const [base] = await bulk.rows<{ id: number }>('select coalesce(max(id), 0)::int as id from ledger_movement')
  if (!artist || !base) throw new Error(`no provider ${slug}`)
  const diary = await bulk.rows<Standing>(
    `select ref, extract(epoch from lower(during))::int as from, extract(epoch from upper(during))::int as to from busy where provider_id = $1 and kind = 'appointment' order by during`,
    [artist.id],
  )
  const paid = paidJobs(slug, diary.map(withoutBuffers(artist.buffer)))
  const [intents, payments, payouts, transfers, movements, entries] = [[], [], [], [], [], []] as string[][] as [
    string[],
    string[],
    string[],
    string[],
    string[],
    string[],
  ]
  let movement = base.id
  const move = (
    kind: string,
    at: number,
    job: PaidJob,
    of: { fact: string; payment?: boolean; payout?: boolean; note?: string },
    changes: readonly (readonly [string, number])[],
  ) => {
    movement++
    movements.push(
      copyLine([
        movement,
        kind,
        of.fact,
        artist.id,
        job.id,
        of.payment ? idOf('bbb', job.n) : null,
        of.payout ? idOf('ccc', job.n) : null,
        of.note ?? '',
        iso(at),
      ]),
    )
    for (const [account, minor] of changes) entries.push(copyLine([movement, account, artist.currency, minor]))
  }
  for (const job of paid) {
    const { n, id, at, doneAt, customer, look, deposit, fee, balance } = job
    const [yours, description] = [deposit - fee, `${look}, ${customer.name}`]
    intents.push(
      copyLine([
        `pi_test_sample${n}`,
        `pi_test_sample${n}_secret`,
        `sample:${n}`,
        deposit,
        artist.currency,
        'succeeded',
        '4242',
        iso(at),
      ]),
    )
    payments.push(
      copyLine([
        idOf('bbb', n),
        'deposit',
        id,
        artist.id,
        artist.country,
        artist.currency,
        deposit,
        fee,
        description,
        customer.mail,
        createSampleId(`account ${customer.id}`),
        'test',
        `pi_test_sample${n}`,
        'captured',
        iso(at),
        iso(at),
        iso(at),
        true,
      ]),
    )
    move('capture', at, job, { fact: `capture:${idOf('bbb', n)}`, payment: true }, [
      ['bank', deposit],
      ['fees', -fee],
      [`pending:${artist.id}`, -yours],
    ])
    if (doneAt > anchorSeconds) continue
    move('cash', doneAt, job, { fact: `cash:${id}`, note: `${description}, balance on the day` }, [
      ['cash', balance],
      [`cash_kept:${artist.id}`, -balance],
    ])
    const released = doneAt + 2 * DAY
    if (released > anchorSeconds) continue
    move('release', released, job, { fact: `release:${id}` }, [
      [`pending:${artist.id}`, yours],
      [`earned:${artist.id}`, -yours],
    ])
    const out = released + DAY
    if (out > anchorSeconds) continue
    payouts.push(
      copyLine([
        idOf('ccc', n),
        artist.id,
        artist.country,
        artist.currency,
        yours,
        'paid',
        'test',
        `tr_test_sample${n}`,
        iso(out),
        iso(out),
        true,
      ]),
    )
    transfers.push(copyLine([idOf('ddd', n), idOf('ccc', n), idOf('bbb', n), yours, 'sent', iso(out), iso(out)]))
    move('payout', out, job, { fact: `payout:${idOf('ccc', n)}`, payout: true }, [
      [`earned:${artist.id}`, yours],
      ['payouts_due', -yours],
    ])
    move('paid_out', out, job, { fact: `paid_out:${idOf('ccc', n)}`, payout: true }, [
      ['payouts_due', yours],
      ['bank', -yours],
    ])
  }
  await bulk.copy(
    'test_bank_intent',
    ['id', 'client_secret', 'made_by', 'amount_minor', 'currency', 'status', 'last_four', 'created_at'],
    intents,
  )
  await bulk.copy(
    'payment',
    [
      'id',
      'kind',
      'ref',
      'provider_id',
      'country_code',
      'currency',
      'amount_minor',
      'fee_minor',
      'description',
      'email',
      'account_id',
      'gateway',
      'gateway_id',
      'state',
      'created_at',
      'authorised_at',
      'captured_at',
      'sample',
    ],
    payments,
  )
  await bulk.copy(
    'payout',
    [
      'id',
      'provider_id',
      'country_code',
      'currency',
      'amount_minor',
      'state',
      'gateway',
      'gateway_id',
      'created_at',
      'paid_at',
      'sample',
    ],
    payouts,
  )
  await bulk.copy(
    'payout_transfer',
    ['id', 'payout_id', 'payment_id', 'amount_minor', 'state', 'created_at', 'sent_at'],
    transfers,
  )
  await bulk.copy(
    'ledger_movement',
    ['id', 'kind', 'fact', 'provider_id', 'ref', 'payment_id', 'payout_id', 'note', 'at'],
    movements,
  )
  await bulk.copy('ledger_entry', ['movement_id', 'account', 'currency', 'amount_minor'], entries)
  return paid
}

const jobMinutes = (people: number): number => setupMinutes + (people + 1) * chairMinutes
export const [setupMinutes, chairMinutes] = [15, 45]

const peopleIn = (minutes: number): number =>
  Math.max(1, Math.min(6, Math.floor((minutes - setupMinutes) / chairMinutes) - 1))

function paidJobs(slug: string, diary: readonly Standing[]): PaidJob[] {
  const stream = streamOf(`paid ${slug}`)
  const ahead = [...diary]
  const months = jobsAMonth
    .flatMap((jobs, i) => Array.from({ length: jobs }, (_, k) => ({ i, k })))
    .map(({ i, k }, n) => {
      const before = (jobsAMonth.length - 1 - i) * 30 + Math.floor(((k + 0.5) / (jobsAMonth[i] ?? 1)) * 18)
      const at = anchorSeconds - before * DAY - Math.floor(stream.next() * 8) * 3_600
      const day = Math.floor((at + Math.floor(stream.between(8, 24)) * DAY) / DAY) * DAY
      const [people, ready] = [stream.whole(1, 4), day + (12 + stream.whole(0, 5)) * 3_600]
      return jobOf(
        n,
        at,
        { people, from: ready - jobMinutes(people) * 60, doneAt: ready },
        ready > anchorSeconds ? ahead.shift() : undefined,
      )
    })
  return [
    ...months,
    ...ahead.map((standing, i) => jobOf(months.length + i, anchorSeconds - stream.whole(2, 320) * DAY, null, standing)),
  ]
}

type Standing = { ref: string; from: number; to: number }

const withoutBuffers =
  (buffer: number) =>
  ({ ref, from, to }: Standing): Standing => {
    const room = Math.max(0, Math.min(buffer * 60, (to - from - jobMinutes(1) * 60) / 2))
    const spare = Math.floor(room / 300) * 300
    return { ref, from: from + spare, to: to - spare }
  }

function jobOf(
  n: number,
  at: number,
  worked: { people: number; from: number; doneAt: number } | null,
  standing: Standing | undefined,
): PaidJob {
  const when = standing
    ? { people: peopleIn((standing.to - standing.from) / 60), from: standing.from, doneAt: standing.to }
    : worked
  if (!when) throw new Error(`job ${n} is neither in the diary nor in the past`)
  const total = Math.max(minimumJob, when.people * customerPrice)
  const fee = Math.max(minimumJob - minimumEarned, when.people * (customerPrice - earned))
  const deposit = Math.max(toMinor(fee), computePercentUp(toMinor(total), 25))
  return {
    n,
    id: standing?.ref ?? idOf('aaa', n),
    ahead: standing !== undefined,
    at,
    ...when,
    look: looks[n % looks.length] ?? 'Party',
    customer: customerOf(n),
    total: toMinor(total),
    deposit,
    fee: toMinor(fee),
    balance: toMinor(total) - deposit,
  }
}

const customerOf = (n: number): Customer => people.customers[n % people.customers.length] as Customer
