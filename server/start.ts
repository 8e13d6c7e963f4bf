import { flushCompileCache } from 'node:module'
import { statSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openEmbedded, openPostgres, type PostgresOptions } from '#db/database.ts'
import { DirectoryInUse } from '#db/directory-lock.ts'
import { DirectoryUnusable } from '#db/embedded/directory-faults.ts'
import { fillDatabase } from '#db/fill.ts'
import { ImportUnfinished, migrate, listNewerMigrations, SchemaTooNew } from '#db/migrate.ts'
import { restrictDirectory, createFilesPrivately } from '#db/private-files.ts'
import { isAway } from '#db/faults.ts'
import { ENGINE_FAILED_EXIT } from '#db/embedded/embedded.ts'
import { createApp } from './app.ts'
import { jobs } from './jobs.ts'
import { openHealth, openListener, openMetricsPort, type ReadyChecks } from './listener.ts'
import { serveSnapshots } from '#server/backup/serve-snapshots.ts'
import { buildPages, readBuiltPages } from './built-pages.ts'
import type { SiteBuild } from './pages.ts'
import { openAssets } from '#server/platform/http/assets.ts'
import { addSampleIdentity } from '#server/signup/sample-identity.ts'
import { startPreload } from '#server/search/matching/preload-squares.ts'
import { warmUp } from '#server/search/warm-up.ts'
import { startSending, watchOutbox } from '#server/notifications/outbox.ts'
import { type Env, readEnv } from './platform/env.ts'
import { createJobContext, type Job, startJobs } from './platform/jobs.ts'
import { toFaultFields, type Log, openLog } from './platform/log.ts'
import { openMetrics, watchPools, watchReplica } from './platform/metrics.ts'
import { writeLastLine } from '#server/platform/process/last-line.ts'
import { runWhileClockIsRight, watchClock } from '#server/platform/process/clock-skew.ts'
import { answerWhileWaiting, listenOnce, waitForDatabase } from '#server/platform/process/wait-for-database.ts'
import { startWatchdog } from '#server/platform/process/watchdog.ts'
import { isArchive } from '#server/backup/back-up-when-due.ts'
import { waitForBackgroundWork } from './platform/work/background-work.ts'
import { isReady } from './platform/ready.ts'
import { openSystemd } from './platform/process/systemd.ts'
import type { Tracing } from './platform/tracing.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/**
 * Delay before background jobs start, so that they do not block the first page: PGlite runs one statement at a time.
 */
const JOBS_AFTER_MS = 1_000
const LONGEST_WARM_UP_MS = 2_000
const LATEST_END_MS = 9_000
const LAST_REQUESTS_MS = 300
const REST_MS = 0.3
const LONGEST_TO_REST_MS = 2_000

export async function start() {
  createFilesPrivately()
  const env = readEnv(process.env)
  const log = openLog(env.LOG_LEVEL)
  const dev = process.argv.includes('--dev')
  const systemd = openSystemd(log)
  // Builds the pages while the database opens, to shorten the start.
  const opening = dev
    ? import('./development-pages.ts').then((pages) => pages.openDevelopmentPages())
    : builtSite(process.argv.includes('--build'))
  opening.catch(() => {})
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./platform/tracing.ts')).openTracing(env, log)
    : undefined
  let respond: RequestListener = answerWhileWaiting
  const server = createServer((incoming, outgoing) => respond(incoming, outgoing))
  const database = await openDatabase(env, log, tracing)
  // PID 1 of a container ignores signals without a handler.
  const stopStart = () => process.exit(0)
  process.on('SIGTERM', stopStart)
  process.on('SIGINT', stopStart)
  restrictDataDirectories(env, log)
  await waitForDatabase(() => prepareDatabase(database, env, log), {
    log,
    listen: () => listenOnce(server, env.PORT, env.HOST),
    isServer: Boolean(env.DATABASE_URL),
  })

  const metrics = openMetrics()
  const parts = { database, env, log, metrics, clock: clockOf(env) }
  watchPools(metrics, database)
  watchOutbox(parts)
  watchReplica(metrics, database)
  const clock = watchClock(parts)
  await clock.check()
  const site = await opening
  const app = createApp(parts, site.build)
  let [leaving, closing] = [false, false]
  let held: (() => void)[] | undefined
  const [web, worker] = [env.ROLES.includes('web'), env.ROLES.includes('worker')]
  const jobsOf = worker
    ? runWhileClockIsRight(
        clock,
        () => startJobs(parts, tracing ? jobs.map((job) => traced(job, tracing)) : jobs, web ? JOBS_AFTER_MS : 0),
        log,
      )
    : undefined
  const sending = worker ? runWhileClockIsRight(clock, () => ({ stop: startSending(parts) }), log) : undefined
  const stopSnapshots = await serveSnapshots(parts)
  // A worker-only process is ready once its jobs have started.
  const ready = async ({ database: asksDatabase }: ReadyChecks = { database: true }) =>
    !leaving &&
    clock.isRight() &&
    (!asksDatabase || ((web || Boolean(jobsOf?.running()?.isStarted())) && (await isReady(database))))
  const assets = openAssets(`${root}build/client`)
  const listener = openListener({ rig: parts, assets, app, ready, mayChange: clock.isRight, memory: !dev, tracing })
  const health = openHealth({ rig: parts, ready })
  const respondReady: RequestListener = (incoming, outgoing) => {
    const answer = () => {
      if (closing) outgoing.setHeader('connection', 'close')
      if (web) site.before(incoming, outgoing, () => listener.answer(incoming, outgoing))
      else health(incoming, outgoing)
    }
    if (held) held.push(answer)
    else answer()
  }

  // An embedded market is small, so its first page does not wait for a warm-up.
  const hasLargeMarket = web && Boolean(env.DATABASE_URL)
  if (hasLargeMarket)
    await Promise.race([
      warmUp(parts).catch((fault) => log.warn(toFaultFields(fault), 'warm-up failed')),
      setTimeout(LONGEST_WARM_UP_MS, undefined, { ref: false }),
    ])
  respond = respondReady
  await listenOnce(server, env.PORT, env.HOST)
  const stopPreload = hasLargeMarket ? startPreload(database, log) : async () => {}
  const counted = env.METRICS_PORT === undefined ? null : createServer(openMetricsPort({ rig: parts }))
  if (counted) await listenOnce(counted, env.METRICS_PORT ?? 0, env.HOST)
  // Development compiles in this thread, and breakpoints block it.
  const stopWatchdog = dev ? () => {} : startWatchdog(env)
  systemd.ready()
  if (web) greet(env)
  else log.info({ port: env.PORT }, 'worker started')
  setTimeout(JOBS_AFTER_MS, undefined, { ref: false })
    .then(() => assets.readAll())
    .catch((fault) => log.error(toFaultFields(fault), 'reading static assets failed'))
  if (worker)
    setTimeout(JOBS_AFTER_MS, undefined, { ref: false })
      .then(() => addSampleIdentity(createJobContext(parts, 'sample-identity')))
      .catch((fault) => log.error(toFaultFields(fault), 'drawing sample identity pictures failed'))
  // Not only at shutdown: the process may be killed.
  flushCompileCache()

  const stop = async () => {
    if (leaving) return
    leaving = true
    systemd.stopping()
    const waiting = new Set<string>()
    const over = async (what: string, done: Promise<unknown> | undefined) => {
      waiting.add(what)
      await done
      waiting.delete(what)
    }
    const late = globalThis.setTimeout(() => {
      log.error({ waiting: [...waiting] }, 'shutdown timed out')
      process.exit(1)
    }, LATEST_END_MS)
    const served = async () => {
      await setTimeout(env.drainMs)
      // Requests received now start after the port is closed, so that the event loop can settle.
      const came: (() => void)[] = []
      held = came
      await rest(server)
      ;[closing, held] = [true, undefined]
      const answered = drained(server, listener.endStreams)
      for (const answer of came) answer()
      await answered
    }
    counted?.close()
    clock.stop()
    stopWatchdog()
    await Promise.all([
      over('requests', served()),
      over('jobs', jobsOf?.stop()),
      over('messages', sending?.stop()),
      over('snapshots', stopSnapshots()),
      over('preload', stopPreload()),
      over('site', site.close()),
    ])
    await over('background work', waitForBackgroundWork(database))
    await over('database', database.close())
    await over('traces', tracing?.close())
    clearTimeout(late)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, stop)
    process.off(signal, stopStart)
  }
  process.on('unhandledRejection', (fault) => log.error(toFaultFields(fault), 'unhandled rejection'))
}

function clockOf({ CLOCK }: Env): () => Date {
  if (!CLOCK) return () => new Date()
  const ahead = Date.parse(CLOCK) - Date.now()
  return () => new Date(Date.now() + ahead)
}

/** Logs a message if the permissions cannot be restricted. */
function restrictDataDirectories({ DATA_DIR, BACKUP_DIR }: Env, log: Log): void {
  const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const closed = isDirectory(DATA_DIR) ? restrictDirectory(DATA_DIR) : true
  const backups = BACKUP_DIR && isDirectory(BACKUP_DIR) ? restrictDirectory(BACKUP_DIR, isArchive) : true
  if (!closed || !backups)
    log.warn('DATA_DIR or BACKUP_DIR contains files of other users: their permissions could not be restricted')
}

const openDatabase = (env: Env, log: Log, tracing: Tracing | undefined): Promise<Database> =>
  env.DATABASE_URL
    ? openPostgres(env.DATABASE_URL, { ...postgresOptions(env, log), told: tracing?.statement })
    : openEmbedded(env.DATA_DIR, undefined, tracing?.statement, (reason) => {
        if (env.LOG_LEVEL !== 'silent') writeLastLine('the embedded database has failed: exiting', { reason })
        // The logger's exit handler could block on a full disk.
        process.removeAllListeners('exit')
        process.exit(ENGINE_FAILED_EXIT)
      })

async function prepareDatabase(database: Database, env: Env, log: Log): Promise<void> {
  const applied = await migrate(database, {
    retries: { onRetry: (tried, restMs) => log.warn({ tried, restMs }, 'migration lock timeout; retrying') },
  })
  if (applied.length) log.info({ applied: applied.length }, 'migrations applied')
  const newer = await listNewerMigrations(database)
  if (newer.length)
    log.warn(
      { newer: newer.length, newest: newer.at(-1) },
      'the database has migrations of a newer version that are compatible with this one: a newer release is running beside it',
    )
  await fillDatabase(database, {
    sample: env.sampleMarket,
    now: clockOf(env),
    say: (line) => process.stdout.write(`${line}\n`),
  })
}

const traced = (job: Job, tracing: Tracing): Job => ({
  ...job,
  run: (ctx) => tracing.own(`job ${job.name}`, () => job.run(ctx)),
})

const postgresOptions = (env: Env, log: Log): PostgresOptions => ({
  readUrls: env.DATABASE_READ_URLS,
  directUrl: env.DATABASE_DIRECT_URL,
  prepare: !env.DATABASE_POOLER,
  sizes: { acts: env.DATABASE_ACTS, reads: env.DATABASE_READS, jobs: env.DATABASE_JOBS, counts: env.DATABASE_COUNTS },
  limits: { connectMs: env.DATABASE_CONNECT_MS, answerMs: env.DATABASE_ANSWER_MS },
  say: (fault, restMs) =>
    log[isAway(fault) ? 'warn' : 'error']({ ...toFaultFields(fault), restMs }, 'replica unavailable'),
})

export type Site = {
  build: SiteBuild
  before: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
  close: () => Promise<void>
}

async function builtSite(build: boolean): Promise<Site> {
  if (build) await buildPages()
  return { build: await readBuiltPages(), before: (_incoming, _outgoing, next) => next(), close: async () => {} }
}

/**
 * Waits for an event loop turn without new connections, so that connected clients are accepted and read before closing.
 */
async function rest(server: Server): Promise<void> {
  let came = false
  const heard = () => {
    came = true
  }
  server.on('connection', heard)
  const until = performance.now() + LONGEST_TO_REST_MS
  let [from, to] = [0, 0]
  do {
    came = false
    from = performance.now()
    await setImmediate()
    to = performance.now()
  } while ((came || to - from > REST_MS) && to < until)
  server.off('connection', heard)
}

/** Stops accepting connections, serves pending requests and closes idle connections. */
async function drained(server: Server, endStreams: () => void): Promise<void> {
  if (!server.listening) return
  // Node's own close would cut connections with requests in progress.
  const closed = new Promise((done) => NetServer.prototype.close.call(server, done))
  endStreams()
  let over = false
  closed.finally(() => {
    over = true
  })
  await setTimeout(LAST_REQUESTS_MS)
  while (!over) {
    // A connection is idle once all received data is read.
    await rest(server)
    endStreams()
    server.closeIdleConnections()
    await Promise.race([closed, setTimeout(50)])
  }
}

function greet(env: Env) {
  const lines = [`Primp is running at ${env.publicUrl}`]
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

export function exitWithStartFault(fault: unknown): never {
  const { message } = toFaultFields(fault)
  const known =
    fault instanceof DirectoryInUse ||
    fault instanceof DirectoryUnusable ||
    fault instanceof ImportUnfinished ||
    fault instanceof SchemaTooNew ||
    message.startsWith('Configuration:') ||
    (fault as { code?: string }).code === 'EADDRINUSE'
  process.stderr.write(`Primp did not start. ${message}\n`)
  if (!known && fault instanceof Error) process.stderr.write(`${fault.stack?.split('\n').slice(1, 6).join('\n')}\n`)
  process.exit(1)
}
