import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAll, filledDirectory, startPrimp } from '#tests/operation/primp-process.ts'
import { keepCookie, signedIn } from '#tests/signed-in.ts'
import { readsOf, type Role, roles } from './asked.ts'

// Part of npm run prove: two scanners attack a local site as each role, within limits.
const people: Partial<Record<Role, string>> = {
  customer: 'ana@primp.test',
  provider: 'mia@primp.test',
  operator: 'olu@primp.test',
}
const pages: Record<Role, readonly string[]> = {
  nobody: [
    '/',
    '/content/reviews?score=5&pages=1',
    '/content/gallery?look=bridal&pages=1',
    '/coming-soon?place=Leeds',
    '/login?redirect=/',
  ],
  customer: ['/customer-dashboard/quotes', '/search?place=Leeds'],
  provider: ['/dashboard/calendar?month=2026-11&view=month', '/dashboard/earnings?month=2026-11'],
  operator: ['/operator/people?search=a&page=1', '/operator/audit?act=a', '/operator/payments?search=a'],
}
// Excludes modules that need callbacks from an external service.
const WAPITI_MODULES = 'sql,xss,permanentxss,exec,file,crlf,redirect'
const SECONDS = Number(process.env['SCAN_SECONDS'] ?? 75)
const wanted = (process.env['SCAN_ROLES']?.split(',') as Role[] | undefined) ?? roles
const NOTHING_TO_RUN = 3

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

type Site = { url: string; headers: Record<string, string>; role: Role; folder: string; urls: string[] }

/** Runs a program with a time limit. Returns its output. */
function ran(program: string, args: string[]): Promise<string> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (more) => {
        said += more
      })
    // A killed scanner has already printed its findings.
    const late = setTimeout(() => child.kill('SIGKILL'), (SECONDS + 30) * 1_000)
    child.on('close', () => {
      clearTimeout(late)
      done(said)
    })
  })
}

async function wapiti({ url, headers, role, folder, urls }: Site): Promise<string[]> {
  const report = join(folder, `wapiti-${role}.json`)
  const said = await ran('wapiti', [
    '-u',
    `${url}/`,
    '--scope',
    'folder',
    '-m',
    WAPITI_MODULES,
    '-f',
    'json',
    '-o',
    report,
    '-d',
    '2',
    '--max-links-per-page',
    '15',
    '--max-files-per-dir',
    '10',
    '--max-parameters',
    '12',
    '--max-scan-time',
    String(Math.round(SECONDS / 3)),
    '--max-attack-time',
    String(Math.round(SECONDS / 8)),
    '--store-session',
    folder,
    '--flush-session',
    '--no-bugreport',
    '-t',
    '10',
    '-v',
    '0',
    ...urls.flatMap((path) => ['-s', url + path]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
  ])
  if (!existsSync(report)) return [`wapiti as ${role} made no report: ${said.slice(-300)}`]
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, { method: string; path: string; info: string }[]>
  }
  return Object.entries(vulnerabilities).flatMap(([kind, found]) =>
    found.map(({ method, path, info }) => `wapiti as ${role}: ${kind}: ${method} ${path}: ${info}`),
  )
}

async function sqlmap({ url, headers, role, folder, urls }: Site): Promise<string[]> {
  const list = join(folder, `sqlmap-${role}.txt`)
  writeFileSync(list, urls.map((path) => url + path).join('\n'))
  const said = await ran('sqlmap', [
    '-m',
    list,
    '--batch',
    '--smart',
    '--level',
    '1',
    '--risk',
    '1',
    '--technique',
    'BEU',
    '--threads',
    '1',
    '--timeout',
    '10',
    '--retries',
    '0',
    '--dbms',
    'PostgreSQL',
    '--disable-coloring',
    '--flush-session',
    '--output-dir',
    folder,
    '--ignore-code',
    '400,401,403,404,429',
    '--skip',
    'cookie,user-agent,referer',

    '--headers',
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  ])
  if (!/testing URL|starting @/.test(said)) return [`sqlmap as ${role} did not run: ${said.slice(-300)}`]
  return [...said.matchAll(/^Parameter: .*(?:\n {4}.*)+/gm)].map(([found]) => `sqlmap as ${role}: ${found}`)
}

async function run(): Promise<number> {
  const scanners = [
    { name: 'wapiti', scan: wapiti },
    { name: 'sqlmap', scan: sqlmap },
  ].filter(({ name }) => {
    if (has(name)) return true
    process.stdout.write(`${name} is not installed and was skipped: apt-get install ${name}\n`)
    return false
  })
  if (!scanners.length) return NOTHING_TO_RUN
  const folder = mkdtempSync(join(tmpdir(), 'primp-scanners-'))
  const findings: string[] = []
  try {
    const site = await startPrimp(await filledDirectory(), { LOG_LEVEL: 'error' })
    const ids = await idsOf(site.url)
    for (const role of wanted) {
      const headers = await headersOf(site.url, people[role])
      const urls = [...pages[role], ...readsOf(role, ids)]
      for (const { name, scan } of scanners) {
        const from = performance.now()
        const found = await scan({ url: site.url, headers, role, folder, urls })
        findings.push(...found)
        process.stdout.write(
          `${name} as ${role}: ${urls.length} URLs, ${Math.round((performance.now() - from) / 1_000)} s, ${found.length} found\n`,
        )
      }
    }
    // An error can be an undiscovered vulnerability.
    findings.push(
      ...site
        .lines()
        .filter((line) => line.includes('"level":"error"'))
        .map((line) => `The site: ${line.slice(0, 600)}`),
    )
    if (
      !(await fetch(`${site.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      findings.push('The site did not survive the scan.')
    await site.end('SIGTERM')
  } finally {
    await endAll()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const finding of new Set(findings)) process.stdout.write(`${finding}\n`)
  return findings.length ? 1 : 0
}

async function headersOf(url: string, email: string | undefined): Promise<Record<string, string>> {
  const own = { Origin: url, 'Sec-Fetch-Site': 'same-origin' }
  if (!email) return own
  const answer = await fetch(`${url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: 'primp-sample-1' }),
  })
  if (!answer.ok) throw new Error(`${email} could not log in: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { token: string } }
  return { ...own, ...signedIn(keepCookie(data.token, answer.headers.getSetCookie())) }
}

async function idsOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/v1/quotes/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup'],
      location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
    }),
  })
  const { data } = (await answer.json()) as { data: { search: { id: string } } }
  return {
    quoteId: data.search.id,
    searchId: data.search.id,
    profileId: 'mia-hollis',
    page: 'reviews',
    eventDate: '2027-06-12',
  }
}

process.exitCode = await run()
