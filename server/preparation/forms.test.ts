import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixedRetentionDays, retentionDays } from '#contract/constants.ts'
import {
  createRequester,
  createTestClient,
  createTestKey,
  createTestVisitor,
  getAccountId,
} from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { computeLimits } from '#server/operator/settings.ts'
import { purgeOldRecords } from '#server/operator/retention.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { changeFormKey } from '#server/platform/sealing/site-keys.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { signInAs } from '#tests/attacks/operators.ts'
import { remindForms, resealForms } from './forms.ts'

let rig: TestRig
let olu: string
const reason = 'for a test of forms'
const yesNo = { kind: 'yesNo', text: 'Does anybody react to latex or glue?' }
const agree = { kind: 'agree', text: 'I agree to the treatment that I booked.' }
const secret = 'Zoe reacts to latexandnothingelse'
const name = () => `Form ${createTestKey().slice(-20)}`
const draft = (more: object = {}) => ({
  name: name(),
  intro: 'Please answer for everybody who is in the chairs.',
  questions: [yesNo, agree],
  services: ['makeup'],
  reason,
  ...more,
})
const operator = (method: string, path: string, body?: object, bearer = olu) =>
  rig.call(`/v1/operator/forms${path}`, { method, ...(body ? { body } : {}), bearer })
const make = async (more: object = {}) => {
  const made = await operator('POST', '', draft(more))
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.data.id as string
}
const forgetForms = () => rig.database.db.deleteFrom('consent_form_service').execute()
const answers = [
  { yes: true, words: secret },
  { yes: true, words: '' },
]
const mails = async (kind: string, appointmentId: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select(['subject', 'body'])
      .where('kind', '=', kind)
      .where('channel', '=', 'mail')
      .where('fact', 'like', `%${appointmentId}%`)
      .execute()
  ).map(({ subject, body }) => `${subject}\n${body}`)

beforeAll(async () => {
  rig = await openRig()
  olu = await signInAs(rig, 'olu')
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await forgetForms()
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await forgetForms()
  await rig.database.db.deleteFrom('outbox').execute()
})

async function booked(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig)
  const appointment = await leila.book(slug)
  const theirs = await createTestClient(rig, artist.accountId)
  const at = `/v1/bookings/${appointment.id}/forms`
  const forms = async () => (await leila.call(at)).body.data
  const sign = async (more: object = {}) => {
    const [form] = (await forms()).forms
    return leila.call(at, 'POST', { as: 'Leila Haddad', forms: [{ versionId: form.versionId, answers }], ...more })
  }
  return { artist, leila, theirs, appointment, at, forms, sign }
}

describe('Catalogue of consent forms', () => {
  test('every version of a form is kept, and a published one never changes', async () => {
    const id = await make()
    const [form] = (await operator('GET', '')).body.data.forms.filter((one: { id: string }) => one.id === id)
    expect(form).toMatchObject({
      services: ['makeup'],
      retiredAt: null,
      versions: [{ number: 1, questions: [yesNo, agree], signed: 0 }],
    })
    const same = await operator('PUT', `/${id}`, draft({ name: form.name, services: ['makeup', 'updo'] }))
    expect(same.body.data).toEqual({ number: 1 })
    const other = await operator('PUT', `/${id}`, draft({ name: form.name, questions: [agree] }))
    expect(other.body.data).toEqual({ number: 2 })
    const [now] = (await operator('GET', '')).body.data.forms.filter((one: { id: string }) => one.id === id)
    expect(
      now.versions.map((version: { number: number; questions: object[] }) => [
        version.number,
        version.questions.length,
      ]),
    ).toEqual([
      [2, 1],
      [1, 2],
    ])
    const { db } = rig.database
    const versions = db.updateTable('consent_form_version').set({ intro: 'Else' }).where('form_id', '=', id)
    await expect(versions.execute()).rejects.toThrow('stays as it is')
    await expect(db.deleteFrom('consent_form_version').where('form_id', '=', id).execute()).rejects.toThrow(
      'stays as it is',
    )
  })

  test('a service has one form with a unique name, and a retired form is no longer required', async () => {
    const id = await make({ name: 'Lashes and brows' })
    expect((await operator('POST', '', draft({ services: ['makeup'] }))).body).toMatchObject({
      code: 'service_has_form',
      errors: [{ path: 'services' }],
    })
    expect((await operator('POST', '', draft({ name: 'lashes AND brows', services: [] }))).body).toMatchObject({
      code: 'name_taken',
      errors: [{ path: 'name' }],
    })
    expect((await operator('POST', '', draft({ services: ['no-such-service'] }))).body.code).toBe('unknown_service')
    expect((await operator('PUT', `/${crypto.randomUUID()}`, draft({ services: [] }))).body.code).toBe('not_found')
    expect((await operator('POST', `/${id}/retire`, { reason })).status).toBe(200)
    expect((await operator('POST', `/${id}/retire`, { reason })).body.code).toBe('state_changed')
    expect((await operator('PUT', `/${id}`, draft({ services: [] }))).body.code).toBe('state_changed')
    await make({ name: 'Lashes and brows' })
  })
})

describe('Consent form of a booking', () => {
  test('a booking has no form if no service requires one', async () => {
    const { appointment, forms, leila, at } = await booked('plain-work')
    expect(appointment.forms).toEqual([])
    expect((await forms()).forms).toEqual([])
    const signed = await leila.call(at, 'POST', { as: 'Leila', forms: [{ versionId: crypto.randomUUID(), answers }] })
    expect(signed.body.code).toBe('form_changed')
  })

  test('a form is answered and signed, only the two sides can read it, and it is encrypted in the database', async () => {
    await make()
    const { appointment, forms, sign, theirs, leila } = await booked('careful')
    expect(appointment.forms).toMatchObject([{ number: 1, signedAt: null }])
    expect(await forms()).toMatchObject({ maySign: true, artist: 'careful', forms: [{ number: 1, signed: null }] })
    const signed = await sign()
    expect(signed.status, JSON.stringify(signed.body)).toBe(200)
    expect(signed.body.data.appointment.forms[0].signedAt).not.toBeNull()
    const theirForms = (await theirs(`/v1/providers/appointments/${appointment.id}/forms`)).body.data
    expect(theirForms).toMatchObject({
      maySign: false,
      forms: [{ signed: { as: 'Leila Haddad', number: 1, answers, questions: [yesNo, agree] } }],
    })
    expect((await forms()).forms[0].signed).toMatchObject({ as: 'Leila Haddad', answers })
    expect(await mails('form.signed.provider', appointment.id)).toHaveLength(1)
    const other = await createTestVisitor(rig)
    expect((await other.call(`/v1/bookings/${appointment.id}/forms`)).status).toBe(404)
    expect(
      (
        await other.call(`/v1/bookings/${appointment.id}/forms`, 'POST', {
          as: 'Me',
          forms: [{ versionId: crypto.randomUUID(), answers }],
        })
      ).status,
    ).toBe(404)
    const stranger = await createTestProviderWithAccount(rig, { slug: 'stranger' })
    const strange = await createTestClient(rig, stranger.accountId)
    expect((await strange(`/v1/providers/appointments/${appointment.id}/forms`)).status).toBe(404)
    const seen = await rig.call(`/v1/operator/bookings/${appointment.id}`, { bearer: olu })
    expect(seen.body.data.appointment.forms).toMatchObject([{ number: 1, signedAt: expect.any(String) }])
    expect(JSON.stringify(seen.body)).not.toContain(secret)
    // No table has plain text: neither the form, nor stored answers, nor emails.
    const { db } = rig.database
    for (const table of ['signed_form', 'idempotency', 'outbox', 'audit'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toContain(secret)
    expect(leila.id).toBeTruthy()
  })

  test('the current version of a form is signed in full, and can be signed again until the work is over', async () => {
    const id = await make()
    const { appointment, forms, sign, leila, at } = await booked('again')
    const [{ versionId }] = (await forms()).forms
    const half = [{ yes: true, words: '' }, answers[1]]
    expect((await leila.call(at, 'POST', { as: 'Leila', forms: [{ versionId, answers: half }] })).body.code).toBe(
      'form_unanswered',
    )
    expect((await leila.call(at, 'POST', { as: 'L', forms: [{ versionId, answers }] })).status).toBe(400)
    await sign()
    const form = (await operator('GET', '')).body.data.forms.find((one: { id: string }) => one.id === id)
    expect(form.versions[0].signed).toBe(1)
    await operator('PUT', `/${id}`, draft({ name: form.name, questions: [agree] }))
    expect((await forms()).forms[0]).toMatchObject({ number: 2, signed: { number: 1, questions: [yesNo, agree] } })
    expect((await leila.call(at, 'POST', { as: 'Leila', forms: [{ versionId, answers }] })).body.code).toBe(
      'form_changed',
    )
    expect((await sign()).body.code).toBe('form_unanswered')
    const [{ versionId: newest }] = (await forms()).forms
    const anew = await leila.call(at, 'POST', { as: 'Leila H', forms: [{ versionId: newest, answers: [answers[1]] }] })
    expect(anew.status).toBe(200)
    expect((await forms()).forms[0].signed).toMatchObject({ number: 2, as: 'Leila H' })
    rig.at(new Date(Date.parse(appointment.endsAt) + 1))
    expect((await forms()).maySign).toBe(false)
    expect(
      (await leila.call(at, 'POST', { as: 'Leila', forms: [{ versionId: newest, answers: [answers[1]] }] })).body.code,
    ).toBe('state_changed')
  })

  test('an acting operator cannot read a form', async () => {
    await make()
    const { appointment, artist, sign } = await booked('acted')
    await sign()
    const asked = await rig.call(`/v1/operator/people/${artist.accountId}/login-as`, {
      method: 'POST',
      body: { reason },
      bearer: olu,
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    const token = new URL(asked.body.data.url ?? asked.body.data.path, 'http://x').pathname.split('/').at(-1)
    const acting = await rig.call('/v1/accounts/login-as/spend', { method: 'POST', body: { token }, bearer: olu })
    expect(acting.status, JSON.stringify(acting.body)).toBe(200)
    const read = await rig.call(`/v1/providers/appointments/${appointment.id}/forms`, {
      bearer: acting.body.data.token,
    })
    expect(read.body.code).toBe('not_allowed_acting')
  })

  test('emails ask for a form at once, a week before and two days before, until it is signed', async () => {
    await make()
    const { appointment, sign } = await booked('reminded')
    const days = (n: number) => new Date(Date.parse(appointment.startsAt) - n * 86_400_000)
    const remind = async (at: Date) => {
      rig.at(at)
      await remindForms(createJobContext(rig, 'test'))
      return [
        (await mails('form.sign.customer', appointment.id)).length,
        (await mails('form.unsigned.provider', appointment.id)).length,
      ]
    }
    expect(await remind(testNow)).toEqual([1, 0])
    expect(await remind(testNow)).toEqual([1, 0])
    expect(await remind(days(6))).toEqual([2, 0])
    expect(await remind(days(1))).toEqual([3, 1])
    expect(await remind(days(0.5))).toEqual([3, 1])
    rig.at(testNow)
    const second = await booked('signed-early')
    await second.sign()
    rig.at(days(1))
    await remindForms(createJobContext(rig, 'test'))
    expect(await mails('form.sign.customer', second.appointment.id)).toEqual([])
    await sign()
  })
})

describe('Answers of a consent form', () => {
  test('after three years the key is deleted, so the answers are unreadable, and the signature stays', async () => {
    await make()
    const { appointment, forms, sign } = await booked('old-work')
    await sign()
    const { db } = rig.database
    await db.updateTable('appointment').set({ state: 'completed' }).where('id', '=', appointment.id).execute()
    const forgetAt = async (days: number) => {
      const now = new Date(Date.parse(appointment.endsAt) + days * 86_400_000)
      await createJobContext(rig, 'test').transaction((tx) =>
        purgeOldRecords(tx.db, computeLimits(now, retentionDays), now),
      )
    }
    await forgetAt(fixedRetentionDays.forms - 1)
    expect((await forms()).forms[0].signed).toMatchObject({ answers })
    await forgetAt(fixedRetentionDays.forms + 1)
    expect((await forms()).forms[0].signed).toMatchObject({ number: 1, as: null, answers: null })
    expect(
      await db
        .selectFrom('signed_form')
        .select(['sealed', 'wrapped_key'])
        .where('appointment_id', '=', appointment.id)
        .execute(),
    ).toEqual([{ sealed: null, wrapped_key: null }])
  })

  test('a data export has the readable answers', async () => {
    await make()
    await createInstantTestProvider(rig, { slug: 'copied' })
    const details = createRequester()
    const leila = await createTestVisitor(rig, {}, { details })
    const appointment = await leila.book('copied', { requester: details })
    const { forms } = (await leila.call(`/v1/bookings/${appointment.id}/forms`)).body.data
    await leila.call(`/v1/bookings/${appointment.id}/forms`, 'POST', {
      as: 'Leila',
      forms: [{ versionId: forms[0].versionId, answers }],
    })
    const me = await createTestClient(rig, await getAccountId(rig, details.email as string))
    const made = await me('/v1/accounts/me/export', 'POST', {})
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { db } = rig.database
    expect(JSON.stringify(await db.selectFrom('data_export').selectAll().execute())).not.toContain(secret)
    const copy = await me(`/v1/accounts/me/export/${made.body.data.id}`)
    expect(copy.body.data.content.signedForms).toMatchObject([
      { appointment: appointment.id, as: 'Leila', answers, questions: [yesNo, agree], version: 1 },
    ])
    expect(JSON.stringify(copy.body.data.content.signedForms)).not.toContain('wrappedKey')
  })

  test('answers sealed by an older key are opened, and sealed again with the newest key', async () => {
    await make()
    const { forms, sign, appointment } = await booked('rekeyed')
    await sign()
    const sealed = async () =>
      (
        await rig.database.db
          .selectFrom('signed_form')
          .select('sealed')
          .where('appointment_id', '=', appointment.id)
          .executeTakeFirstOrThrow()
      ).sealed
    const before = await sealed()
    await changeFormKey(rig.database.db)
    expect((await forms()).forms[0].signed).toMatchObject({ answers })
    expect((await resealForms(rig)).lost).toBe(0)
    expect(await sealed()).not.toBe(before)
    expect((await forms()).forms[0].signed).toMatchObject({ answers })
    expect(await resealForms(rig)).toEqual({ sealed: 0, lost: 0 })
  })
})
