import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openMail } from '#server/gateways/mail/mail.ts'
import { Undeliverable } from '#server/gateways/errors.ts'
import type { Env } from '#server/platform/env.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { type Notice, notify, getSender } from './notify.ts'
import { mailTexts } from '#server/notifications/words/mail-texts.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { backOffMinutes, type Channels, sendDue } from './outbox.ts'
import { writeMail } from './write-mail.ts'

let rig: TestRig
const to = { email: 'leila@mail.example', name: 'Leila Haddad' }
const nowhere = { sms: { send: async () => {} }, vapid: async () => ({ publicKey: '', privateKey: '' }) }

const context = (env: Partial<Env> = {}, at = testNow) => ({
  ...createJobContext({ ...rig, env: { ...rig.env, ...env } }, 'test'),
  now: at,
})
async function write(notice: Notice) {
  const ctx = context()
  const sender = await getSender(ctx)
  await ctx.transaction((inner) => notify(inner, sender, notice))
}
const rows = () => rig.database.db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute()
const sendWith = (mail: Channels['mail'], env: Partial<Env> = {}, at = testNow) =>
  sendDue(context(env, at), { mail, ...nowhere })
const listen = async (server: Server | SMTPServer) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return ((server instanceof SMTPServer ? server.server.address() : server.address()) as AddressInfo).port
}

const empty = () => rig.database.db.deleteFrom('outbox').execute()
beforeAll(async () => {
  rig = await openRig()
  await empty()
})
afterEach(empty)
afterAll(empty)

describe('Notices', () => {
  test('a notice is committed with its transaction or not at all', async () => {
    const ctx = context()
    const sender = await getSender(ctx)
    await expect(
      ctx.transaction(async (inner) => {
        await notify(inner, sender, { kind: 'password.changed', to, values: { dateTime: 'today' } })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })
  test('a notice that is written several times for one event is stored once', async () => {
    for (let i = 0; i < 3; i++) await write({ kind: 'signup.submitted', to, path: '/dashboard', fact: 'submitted 1' })
    expect(await rows()).toHaveLength(1)
  })
  test('a notice is not sent twice if the database fails before it is marked as sent', async () => {
    await empty()
    for (let i = 0; i < 2; i++) await write({ kind: 'signup.submitted', to, path: '/dashboard', fact: `handed ${i}` })
    const sent: string[] = []
    const mail: Channels['mail'] = {
      send: async ({ messageId }) => {
        sent.push(messageId)
        if (sent.length === 2) await rig.database.exec('alter table outbox rename to outbox_away')
      },
      close: () => {},
    }
    await expect(sendWith(mail)).rejects.toThrow(/outbox/)
    await expect(sendWith(mail)).rejects.toThrow(/outbox/)
    await rig.database.exec('alter table outbox_away rename to outbox')
    expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    await sendWith(mail, {}, new Date(testNow.getTime() + 10 * 60_000))
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(new Set(sent).size).toBe(sent.length)
  })
  test('a notice is marked at once if its service is slow, otherwise in a batch', async () => {
    const three = async () => {
      await empty()
      for (let i = 0; i < 3; i++) await write({ kind: 'signup.submitted', to, path: '/dashboard', fact: `three ${i}` })
    }
    const marked: number[] = []
    const slowly = (ms: number): Channels['mail'] => ({
      send: async () => {
        marked.push((await rows()).filter(({ state }) => state === 'sent').length)
        await pause(ms)
      },
      close: () => {},
    })
    await three()
    await sendWith(slowly(25))
    expect(marked.splice(0)).toEqual([0, 1, 2])
    await three()
    const quickly = vi.spyOn(performance, 'now').mockReturnValue(0)
    await sendWith(slowly(0)).finally(() => quickly.mockRestore())
    expect(marked).toEqual([0, 0, 0])
    expect((await rows()).map(({ state, claimed_until }) => ({ state, claimed_until }))).toEqual(
      Array(3).fill({ state: 'sent', claimed_until: null }),
    )
  })
  test('a notice that the person turned off is saved but not sent; a safety notice is always sent', async () => {
    const { id } = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'mia@primp.test')
      .executeTakeFirstOrThrow()
    await rig.database.db
      .updateTable('account')
      .set({ notices: JSON.stringify({ signup: { mail: false } }) })
      .where('id', '=', id)
      .execute()
    await write({ kind: 'signup.submitted', to: { ...to, accountId: id }, path: '/dashboard' })
    await write({
      kind: 'verification.approved',
      to: { ...to, accountId: id },
      values: { date: 'Sun 20 December' },
      path: '/dashboard',
    })
    expect((await rows()).map(({ state }) => state).sort()).toEqual(['switched_off', 'waiting'])
    await rig.database.db.updateTable('account').set({ notices: '{}' }).where('id', '=', id).execute()
  })
})

/** Opens a mail server that accepts everything and records the raw messages. */
async function openPostbox() {
  const got: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        got.push(Buffer.concat(parts))
        done()
      })
    },
  })
  const url = `smtp://127.0.0.1:${await listen(server)}`
  return { url, got, close: () => new Promise<void>((done) => server.close(done)) }
}

describe('Sending', () => {
  test('SMTP sends text and HTML in one email with our own Message-ID, and no sign-in link stays stored', async () => {
    const postbox = await openPostbox()
    const env = { MAIL: 'smtp' as const, SMTP_URL: postbox.url }
    const mail = openMail({ ...rig.env, ...env })
    await write({ kind: 'magicLink', to, values: { code: '482913' }, path: '/login/magic-link/abcdef' })
    expect(await sendWith(mail, env)).toBe(1)
    expect(await sendWith(mail, env)).toBe(0)
    mail.close()
    await postbox.close()
    const got = postbox.got.map(String)
    expect(got).toHaveLength(1)
    const [row] = await rows()
    expect(got[0]).toContain(`Message-ID: ${row?.message_id}`)
    expect(got[0]).toMatch(/Subject: 482913 is your Primp code/)
    expect(got[0]).toContain('multipart/alternative')
    expect(got[0]).toContain('login/magic-link/abcdef')
    expect(row).toMatchObject({ state: 'sent', subject: '•••••• is your Primp code', html: null })
    expect(row?.body).not.toContain('abcdef')
  })
  test('an email goes to exactly one address or is not sent', async () => {
    const recipients: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address)
        done()
      },
    })
    const smtp = openMail({ ...rig.env, MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${await listen(server)}` })
    const http = openMail({ ...rig.env, MAIL: 'http', MAIL_URL: 'http://127.0.0.1:9/send' })
    const from = { name: 'Primp', address: 'team@primp.test' }
    const mail = { from, subject: 'A subject', text: 'A text', html: '<p>A text</p>', messageId: '<a@primp.test>' }
    for (const address of [
      '7,victim@mail.example',
      'a@mail.example,victim@mail.example',
      'a@mail.example;victim@mail.example',
      'Ana <victim@mail.example>',
      'group: victim@mail.example;',
      '"a" victim@mail.example',
      'victim(comment)@mail.example',
      'a@mail.example\r\nBcc: victim@mail.example',
      'victim@host',
    ])
      for (const gateway of [smtp, http])
        await expect(gateway.send({ ...mail, to: { name: '', address } }), address).rejects.toBeInstanceOf(
          Undeliverable,
        )
    await smtp.send({ ...mail, to: { name: 'Ana, victim@mail.example', address: "o'brien@mail.example" } })
    expect(recipients).toEqual(["o'brien@mail.example"])
    smtp.close()
    http.close()
    await new Promise<void>((done) => server.close(done))
  })
  test('SMTP emails have a DKIM signature of the configured domain, and replies go to people', async () => {
    const postbox = await openPostbox()
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const env = {
      ...rig.env,
      MAIL: 'smtp' as const,
      SMTP_URL: postbox.url,
      MAIL_FROM: 'team@primp.example',
      SUPPORT_EMAIL: 'people@primp.example',
      MAIL_DKIM_DOMAIN: 'primp.example',
      MAIL_DKIM_SELECTOR: 'winter',
      MAIL_DKIM_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    }
    const mail = openMail(env)
    await write({ kind: 'password.changed', to, values: { dateTime: 'today' } })
    expect(await sendWith(mail, env)).toBe(1)
    await write({ kind: 'signup.submitted', to, path: '/dashboard' })
    expect(await sendWith(mail, env)).toBe(1)
    mail.close()
    await postbox.close()
    const [sent = Buffer.alloc(0), stoppable = Buffer.alloc(0)] = postbox.got
    expect(String(sent)).toMatch(/^Reply-To: people@primp\.example\r$/m)
    const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
    const looked: string[] = []
    const resolver = async (name: string) => {
      looked.push(name)
      return [[record]]
    }
    const verdict = async (text: Buffer) =>
      (await dkimVerify(text, { resolver })).results.map(({ status }) => status.result)
    expect(await verdict(sent)).toEqual(['pass'])
    expect(looked).toContain('winter._domainkey.primp.example')
    expect(String(sent)).not.toMatch(/^List-Unsubscribe/m)
    for (const one of [sent, stoppable]) expect(String(one)).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(await verdict(Buffer.from(String(sent).replace('people@', 'others@')))).toEqual(['fail'])
    expect(String(stoppable).replaceAll(/\r\n\s+/g, ' ')).toMatch(
      new RegExp(`^List-Unsubscribe: <${rig.env.publicUrl}/mails/stop/[\\w-]{40}>\r$`, 'm'),
    )
    expect(String(stoppable)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(await verdict(stoppable)).toEqual(['pass'])
    expect(await verdict(Buffer.from(String(stoppable).replace('=One-Click', '=Two-Clicks')))).toEqual(['fail'])
  })
  test('if the mail server is down, emails are retried with growing delays and then given up; a permanent error is final', async () => {
    const env = { MAIL: 'smtp' as const, SMTP_URL: 'smtp://127.0.0.1:9' }
    const mail = openMail({ ...rig.env, ...env })
    await write({ kind: 'password.changed', to, values: { dateTime: 'today' } })
    let at = testNow
    for (const minutes of backOffMinutes) {
      expect(await sendWith(mail, env, at)).toBe(1)
      expect(await sendWith(mail, env, at)).toBe(0)
      expect((await rows())[0]).toMatchObject({ state: 'failed', sent_at: null })
      at = new Date(at.getTime() + minutes * 60_000)
    }
    expect(await sendWith(mail, env, at)).toBe(1)
    expect((await rows())[0]).toMatchObject({ state: 'given_up', attempts: backOffMinutes.length + 1 })
    mail.close()
    await empty()

    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('nobody here'), { responseCode: 550 })),
    })
    const never = openMail({ ...rig.env, MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${await listen(server)}` })
    await write({ kind: 'password.changed', to, values: { dateTime: 'today' } })
    await sendWith(never)
    expect((await rows())[0]).toMatchObject({ state: 'given_up', attempts: 1 })
    never.close()
    await new Promise<void>((done) => server.close(done))
  })
  test('the email API call posts the specified fields', async () => {
    const got: { body: string; headers: IncomingMessage['headers'] }[] = []
    let status = 500
    const server = createServer(async (incoming, outgoing) => {
      let body = ''
      for await (const chunk of incoming) body += chunk
      got.push({ body, headers: incoming.headers })
      outgoing.writeHead(status).end()
    })
    const env = {
      MAIL: 'http' as const,
      MAIL_URL: `http://127.0.0.1:${await listen(server)}/send`,
      MAIL_TOKEN: 'the-token',
      MAIL_FROM: 'team@primp.test',
    }
    const mail = openMail({ ...rig.env, ...env })
    await write({ kind: 'verify.email', to, values: { email: to.email, code: '123456' }, path: '/verify/email/x' })
    await sendWith(mail, env)
    status = 200
    await sendWith(mail, env, new Date(testNow.getTime() + 60_000))
    await new Promise((done) => server.close(done))
    expect(got).toHaveLength(2)
    expect(Object.keys(JSON.parse(got[1]?.body ?? '{}')).sort()).toEqual([
      'fromEmail',
      'fromName',
      'html',
      'subject',
      'text',
      'to',
    ])
    expect(JSON.parse(got[1]?.body ?? '{}')).toMatchObject({
      to: to.email,
      fromEmail: 'team@primp.test',
      fromName: 'Primp',
      subject: 'Confirm your email address',
    })
    expect(got[1]?.headers.authorization).toBe('Bearer the-token')
    expect(got[0]?.headers['idempotency-key']).toBe(got[1]?.headers['idempotency-key'])
    expect((await rows())[0]?.state).toBe('sent')
  })
  test('two concurrent processes send each notice once, and the claim of a dead process is taken over', async () => {
    for (let i = 0; i < 30; i++) await write({ kind: 'password.changed', to, values: { dateTime: `time ${i}` } })
    const sent: string[] = []
    const mail = {
      send: async ({ messageId }: { messageId: string }) => {
        sent.push(messageId)
      },
      close: () => {},
    }
    while ((await Promise.all([sendWith(mail), sendWith(mail)])).some(Boolean)) {}
    expect(sent).toHaveLength(30)
    expect(new Set(sent).size).toBe(30)

    await write({ kind: 'password.changed', to, values: { dateTime: 'once more' } })
    const dying = { send: () => new Promise<never>(() => {}), close: () => {} }
    sendWith(dying)
    await new Promise((done) => setTimeout(done, 100))
    expect(await sendWith(mail)).toBe(0)
    expect(await sendWith(mail, {}, new Date(testNow.getTime() + 3 * 60_000))).toBe(1)
  })
})

test('a slow service returns unprocessed notices before their claim expires', async () => {
  for (let i = 0; i < 4; i++) await write({ kind: 'password.changed', to, values: { dateTime: `time ${i}` } })
  const clock = vi.spyOn(performance, 'now')
  let [ms, sent] = [0, 0]
  clock.mockImplementation(() => ms)
  const slow = {
    send: async () => {
      ms += 40_000
      sent += 1
    },
    close: () => {},
  }
  try {
    expect(await sendWith(slow)).toBe(4)
  } finally {
    clock.mockRestore()
  }
  expect(sent).toBe(2)
  expect(
    (await rows()).filter(
      ({ state, attempts, claimed_until }) => state === 'waiting' && attempts === 0 && claimed_until === null,
    ),
  ).toHaveLength(2)
})

describe('Every email', () => {
  const values = sampleValues
  const business = {
    legalName: 'Primp Ltd',
    supportEmail: 'team@primp.example',
    supportPhone: '020 7946 0000',
    chat: '',
  }
  test.each(Object.keys(mailTexts) as (keyof typeof mailTexts)[])(
    '%s has a subject, text and HTML with the same words, and no unfilled slot',
    async (kind) => {
      for (const [country, how] of [
        ['GB', 'mobile'],
        ['US', 'studio'],
        ['AU', 'start'],
        ['CA', 'none'],
      ] as const) {
        const mail = await writeMail({
          kind,
          how,
          you: 'Leila',
          values,
          link: 'https://primp.example/x?a=1&b=2',
          country,
          business,
          publicUrl: 'https://primp.example',
          sample: false,
        })
        expect(mail.subject).not.toMatch(/[{}]/)
        expect(mail.text).not.toMatch(/[{}]/)
        expect(mail.html.replace(/<style>[\s\S]*<\/style>/, '')).not.toMatch(/[{}]/)
        expect(mail.subject.length).toBeLessThan(120)
        if (how === 'studio' || how === 'start')
          expect(mail.text).not.toMatch(/arrives at 8:00 AM[^.]*ready by|ready by 1:30 PM/)
        const said = mail.html
          .replace(/<style>[\s\S]*?<\/style>|<title>.*?<\/title>|<[^>]+>/g, ' ')
          .replaceAll('&#x27;', "'")
          .replaceAll('&amp;', '&')
          .replace(/\s+/g, ' ')
        for (const sentence of mail.text
          .split('\n\n')
          .map((part) => part.trim())
          .filter((part) => part !== '--' && !/https:\/\/primp\.example\/(x|mails\/stop)/.test(part)))
          expect(said).toContain(sentence.replace(/\s+/g, ' '))
      }
    },
  )
  test('an empty value removes its whole sentence, and a name never becomes markup', async () => {
    const bare = await writeMail({
      kind: 'suspended',
      you: '<b>x',
      values: { ...values, reason: '<script>1</script>' },
      link: null,
      country: 'GB',
      business: { legalName: '', supportEmail: '', supportPhone: '', chat: '' },
      publicUrl: 'https://primp.example',
      sample: true,
    })
    expect(bare.text).not.toContain('think this is a mistake')
    expect(bare.html).not.toContain('<script>')
    expect(bare.html).not.toContain('<b>x')
    expect(bare.text).toContain('sample email')
  })
})

describe('Emails with facts', () => {
  const asked = {
    kind: 'booking.confirmed.customer',
    you: 'Leila',
    values: sampleValues,
    link: 'https://primp.example/x',
    country: 'GB',
    business: { legalName: '', supportEmail: '', supportPhone: '', chat: '' },
    publicUrl: 'https://primp.example',
    sample: false,
    facts: {
      rows: [{ label: 'Where', value: '4 Mare Street, "The <Loft>"' }],
      calendars: [{ label: 'Add to Google Calendar', href: 'https://calendar.google.com/calendar/render?a=1&b=2' }],
      data: { '@type': 'EventReservation', name: '</script><b>here' },
    },
  } as const
  test('facts are in a table, in the text and in structured data that cannot close its script', async () => {
    const { html, text } = await writeMail(asked)
    expect(html).toContain('4 Mare Street, &quot;The &lt;Loft&gt;&quot;')
    expect(text).toContain('Where: 4 Mare Street, "The <Loft>"')
    expect(text).toContain('Add to Google Calendar: https://calendar.google.com/calendar/render?a=1&b=2')
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual(asked.facts.data)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toContain('rel="preload"')
  })
  test('the HTML uses only what Outlook renders: tables, without floats, rounding or overlap', async () => {
    for (const { html } of [
      await writeMail(asked),
      await writeMail({ ...asked, kind: 'magicLink', facts: undefined }),
    ]) {
      const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style]) => style).join(';')
      expect(styles).not.toMatch(/display:(flex|grid)|position:|float:|background-image|calc\(|var\(|\d(rem|vw)/)
      expect(html.match(/<table/g)?.length).toBeGreaterThan(3)
      expect(html).not.toMatch(/<(form|input|video|svg|link)\b/)
      // Conditional markup keeps the button's size in Outlook.
      expect(html).toContain('<!--[if mso]>')
    }
  })
})
