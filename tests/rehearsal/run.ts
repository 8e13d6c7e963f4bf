import { parseArgs } from 'node:util'
import { missingPackages, openPatroni } from './cluster.ts'
import { faults } from './faults.ts'
import { rehearse, type Row } from './rehearse.ts'
import { openSite } from './site.ts'

// npm run rehearse: starts the cluster, the site and its users, and injects one fault after the other.
const usage = `Usage: npm run rehearse [-- --only 'primary killed' --only …]

Faults: ${faults.map(({ name }) => name).join(' · ')}`
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, help: { type: 'boolean' } } })
const chosen = faults.filter(({ name }) => values.only?.includes(name) ?? true)
const missing = missingPackages()
if (values.help || !chosen.length || missing.length) {
  if (missing.length) process.stderr.write(`Missing: apt-get install ${missing.join(' ')}\n`)
  else process.stdout.write(`${usage}\n`)
  process.exit(values.help ? 0 : 2)
}

const seconds = (ms: number | null) => (ms === null ? '—' : (ms / 1000).toFixed(1))
const lineOf = ({ fault, asked, put, lost, wrong, fromStrike, fromEnd, held }: Row): string =>
  `| ${fault} | ${asked} | ${put} | ${lost} | ${wrong} | ${seconds(fromStrike)} | ${seconds(fromEnd)} | ${held ? 'yes' : 'NO'} |`

const cluster = await openPatroni()
process.stdout.write('The cluster is running.\n')
const site = await openSite(cluster).catch(async (fault) => {
  await cluster.close()
  throw fault
})
process.stdout.write(`The site is running.

| fault | requests | retried (503) | lost | wrong | first booking after its start, s | after its end, s | as expected |
|---|---|---|---|---|---|---|---|
`)
try {
  const { rows, told, acknowledged, lostBookings, doubles } = await rehearse(cluster, site, chosen, {
    settleMs: 3_000,
    say: (row) => process.stdout.write(`${lineOf(row)}\n`),
  })
  const again = [...site.web, site.worker].map(({ name, again }) => `${name} ${again}`).join(', ')
  process.stdout.write(
    `\nacknowledged bookings: ${acknowledged}, lost: ${lostBookings}, double bookings: ${doubles}; restarts: ${again}\n`,
  )
  if (told.length) process.stdout.write(`\n${told.slice(0, 40).join('\n')}\n`)
  if (lostBookings || doubles || rows.some(({ held }) => !held)) process.exitCode = 1
} finally {
  await site.close()
  await cluster.close()
}
process.exit()
