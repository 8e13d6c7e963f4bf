import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import { DirectoryInUse } from '#db/directory-lock.ts'
import { fillDatabase } from '#db/fill.ts'
import { migrate } from '#db/migrate.ts'
import type { App, createApp } from './app.ts'
import { jobs } from './jobs.ts'
import { openListener } from './listener.ts'
import { registerPayables } from './payables.ts'
import { readAssets } from './platform/assets.ts'
import { startSending } from './notifications/start-sending.ts'
import { type Env, readEnv } from './platform/env.ts'
import { startJobs } from './platform/jobs.ts'
import { faultFields, openLog } from './platform/log.ts'
import { stopHearing } from './platform/hints.ts'
import { openMetrics } from './platform/metrics.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const DRAIN_MS = 9_000

/** Starts the process: configuration, database, data, site, port, jobs; in that order, each failing with one clear line. */
async function start() {
  const env = readEnv(process.env)
  const log = openLog(env.LOG_LEVEL)
  const dev = process.argv.includes('--dev')
  // The site's code is read while the database opens: the second start is waited for.
  const built = dev ? null : importSite()
  built?.catch(() => {})
  const database = await openDatabase(env)
  const applied = await migrate(database)
  if (applied.length) log.info({ applied: applied.length }, 'migrated')
  await fillDatabase(database, { sample: env.sampleMarket, say: (line) => process.stdout.write(`${line}\n`) })

  const metrics = openMetrics()
  const parts = { database, env, log, metrics, clock: clockOf(env) }
  const site = built ? builtSite(parts, await built) : await developmentSite(parts)
  let draining = false
  const ready = async () =>
    !draining &&
    (await database.exec('select 1').then(
      () => true,
      () => false,
    ))
  const listener = openListener({
    rig: parts,
    assets: readAssets(`${root}build/client`),
    app: site.app,
    ready,
    memory: !dev,
  })
  const server = createServer((incoming, outgoing) =>
    site.before(incoming, outgoing, () => listener.answer(incoming, outgoing)),
  )
  const worker = env.ROLES.includes('worker')
  // Jobs hear of payments too, and this module is not the one that the built site holds.
  registerPayables()
  const stopJobs = worker ? startJobs(parts, jobs) : async () => {}
  const stopSending = worker ? startSending(parts) : async () => {}

  if (env.ROLES.includes('web')) await listen(server, env)
  if (env.ROLES.includes('web')) greet(env)

  const stop = async () => {
    if (draining) return
    draining = true
    const late = setTimeout(() => process.exit(1), DRAIN_MS)
    await Promise.all([drained(server, listener.endStreams), stopJobs(), stopSending(), site.close()])
    await stopHearing(database)
    await database.close()
    clearTimeout(late)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (fault) => log.error(faultFields(fault), 'unhandled'))
}

/** The real time, or in tests one that started when the process did. */
function clockOf({ CLOCK }: Env): () => Date {
  if (!CLOCK) return () => new Date()
  const ahead = Date.parse(CLOCK) - Date.now()
  return () => new Date(Date.now() + ahead)
}

const openDatabase = (env: Env): Promise<Database> =>
  env.DATABASE_URL ? openPostgres(env.DATABASE_URL, env.DATABASE_READ_URLS) : openEmbedded(env.DATA_DIR)

type Site = {
  app: () => Promise<App>
  before: (
    incoming: import('node:http').IncomingMessage,
    outgoing: import('node:http').ServerResponse,
    next: () => void,
  ) => void
  close: () => Promise<void>
}
type Given = Parameters<typeof createApp>[0]

type Built = { createApp: typeof createApp }

const importSite = (): Promise<Built> => import(new URL('../build/server/app.js', import.meta.url).href)

function builtSite(given: Given, built: Built): Site {
  const app = Promise.resolve(built.createApp(given))
  return { app: () => app, before: (_incoming, _outgoing, next) => next(), close: async () => {} }
}

// In development the same app is loaded through Vite, and again after each change.
async function developmentSite(given: Given): Promise<Site> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { port: 24_678 } }, appType: 'custom' })
  let loaded: { module: unknown; app: App } | undefined
  const app = async () => {
    const module = (await vite.ssrLoadModule('/server/app.ts')) as { createApp: typeof createApp }
    if (loaded?.module !== module) loaded = { module, app: module.createApp(given) }
    return loaded.app
  }
  return {
    app,
    before: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    close: () => vite.close(),
  }
}

const listen = (server: Server, env: Env) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.keepAliveTimeout = 65_000
    server.listen(env.PORT, env.HOST, resolve)
  })

/** Takes no new request, finishes the running ones and parts from whoever only keeps a line open. */
async function drained(server: Server, endStreams: () => void): Promise<void> {
  if (!server.listening) return
  const part = () => {
    endStreams()
    server.closeIdleConnections()
  }
  const parting = setInterval(part, 50)
  part()
  await new Promise((done) => server.close(done))
  clearInterval(parting)
}

function greet(env: Env) {
  const lines = [`Primp is at ${env.publicUrl}`]
  if (env.sampleMarket) {
    lines.push(
      'Sample sign-ins, password primp-sample-1:',
      '  ana@primp.test  customer',
      '  mia@primp.test  provider',
      '  olu@primp.test  operator',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

start().catch((fault) => {
  const { message } = faultFields(fault)
  const known =
    fault instanceof DirectoryInUse ||
    message.startsWith('Configuration:') ||
    (fault as { code?: string }).code === 'EADDRINUSE'
  process.stderr.write(`Primp did not start. ${message}\n`)
  if (!known && fault instanceof Error) process.stderr.write(`${fault.stack?.split('\n').slice(1, 6).join('\n')}\n`)
  process.exit(1)
})
