import { streamOf } from '#art/seed.ts'
import { type Bulk, copyLine } from '#db/bulk.ts'
import { anchorSeconds } from './calendar.ts'
import { people } from './material.ts'

/** Jobs paid in each of the months before, oldest first: winter is quiet, early summer is not. */
const jobsAMonth = [3, 2, 4, 5, 7, 9, 8, 6, 6, 4, 4] as const
const looks = ['Birthday', 'Wedding', 'Photo shoot', 'Party', 'Engagement', 'Graduation'] as const
const DAY = 86_400

type Paid = { n: number; at: number; doneAt: number; customer: { name: string; mail: string }; look: string; deposit: number; fee: number; balance: number }

/** What one artist of the cast was paid in the months before, with its fees, balances on the day and payouts, by the same double entry as everything else. */
export async function writePaid(bulk: Bulk, slug: string): Promise<void> {
  const [artist] = await bulk.rows<{ id: string; country: string; currency: string }>(
    'select p.id, p.country_code as country, m.currency from provider p join market m on m.country_code = p.country_code where p.slug = $1', [slug])
  const [base] = await bulk.rows<{ id: number }>('select coalesce(max(id), 0)::int as id from ledger_movement')
  if (!artist || !base) throw new Error(`nobody is called ${slug}`)
  const paid = paidJobs(slug)
  const idOf = (kind: string, n: number) => `00000000-5a3e-4${kind}-8000-${String(n).padStart(12, '0')}`
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const [intents, payments, payouts, movements, entries] = [[], [], [], [], []] as string[][] as [string[], string[], string[], string[], string[]]
  let movement = base.id
  const move = (kind: string, at: number, job: Paid, of: { fact: string; payment?: boolean; payout?: boolean; note?: string }, changes: readonly (readonly [string, number])[]) => {
    movement++
    movements.push(copyLine([movement, kind, of.fact, artist.id, idOf('aaa', job.n), of.payment ? idOf('bbb', job.n) : null, of.payout ? idOf('ccc', job.n) : null, of.note ?? '', iso(at)]))
    for (const [account, minor] of changes) entries.push(copyLine([movement, account, artist.currency, minor]))
  }
  for (const job of paid) {
    const { n, at, doneAt, customer, look, deposit, fee, balance } = job
    const [yours, description] = [deposit - fee, `${look}, ${customer.name}`]
    intents.push(copyLine([`pi_test_sample${n}`, `pi_test_sample${n}_secret`, `sample:${n}`, deposit, artist.currency, 'succeeded', '4242', iso(at)]))
    payments.push(copyLine([idOf('bbb', n), 'deposit', idOf('aaa', n), artist.id, artist.country, artist.currency, deposit, fee, description, customer.mail, 'test', `pi_test_sample${n}`, 'captured', iso(at), iso(at), iso(at), true]))
    move('capture', at, job, { fact: `capture:${idOf('bbb', n)}`, payment: true }, [['bank', deposit], ['fees', -fee], [`pending:${artist.id}`, -yours]])
    if (doneAt > anchorSeconds) continue
    move('cash', doneAt, job, { fact: `cash:${idOf('aaa', n)}`, note: `${description}, balance on the day` }, [['cash', balance], [`cash_kept:${artist.id}`, -balance]])
    const released = doneAt + 2 * DAY
    if (released > anchorSeconds) continue
    move('release', released, job, { fact: `release:${idOf('aaa', n)}` }, [[`pending:${artist.id}`, yours], [`earned:${artist.id}`, -yours]])
    const out = released + DAY
    if (out > anchorSeconds) continue
    payouts.push(copyLine([idOf('ccc', n), artist.id, artist.country, artist.currency, yours, 'paid', 'test', `tr_test_sample${n}`, iso(out), iso(out), true]))
    move('payout', out, job, { fact: `payout:${idOf('ccc', n)}`, payout: true }, [[`earned:${artist.id}`, yours], ['payouts_due', -yours]])
    move('paid_out', out, job, { fact: `paid_out:${idOf('ccc', n)}`, payout: true }, [['payouts_due', yours], ['bank', -yours]])
  }
  await bulk.copy('test_bank_intent', ['id', 'client_secret', 'made_by', 'amount_minor', 'currency', 'status', 'last_four', 'created_at'], intents)
  await bulk.copy('payment', ['id', 'kind', 'ref', 'provider_id', 'country_code', 'currency', 'amount_minor', 'fee_minor', 'description', 'email', 'gateway', 'gateway_id', 'state', 'created_at', 'authorised_at', 'captured_at', 'sample'], payments)
  await bulk.copy('payout', ['id', 'provider_id', 'country_code', 'currency', 'amount_minor', 'state', 'gateway', 'gateway_id', 'created_at', 'paid_at', 'sample'], payouts)
  await bulk.copy('ledger_movement', ['id', 'kind', 'fact', 'provider_id', 'ref', 'payment_id', 'payout_id', 'note', 'at'], movements)
  await bulk.copy('ledger_entry', ['movement_id', 'account', 'currency', 'amount_minor'], entries)
}

function paidJobs(slug: string): Paid[] {
  const stream = streamOf(`paid ${slug}`)
  return jobsAMonth.flatMap((jobs, i) => Array.from({ length: jobs }, (_, k) => ({ i, k }))).map(({ i, k }, n) => {
    const before = (jobsAMonth.length - 1 - i) * 30 + Math.floor(((k + 0.5) / (jobsAMonth[i] ?? 1)) * 18)
    const at = anchorSeconds - before * DAY - Math.floor(stream.next() * 8) * 3_600
    const total = Math.round(stream.between(90, 420))
    const [deposit, fee] = [Math.ceil(total * 0.25) * 100, Math.round(total * 0.15) * 100]
    return {
      n, at, doneAt: at + Math.floor(stream.between(8, 24)) * DAY, look: looks[n % looks.length] ?? 'Party', customer: people.customers[n % people.customers.length] as Paid['customer'],
      deposit, fee, balance: total * 100 - deposit,
    }
  })
}
