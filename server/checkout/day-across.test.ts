import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTeamBooking } from '#server/testing/bookings.ts'
import { createTestAddress, createTestClient } from '#server/testing/clients.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => {
  rig.at(testNow)
  return clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

type Block = { person: number; serviceId: string; from: string; to: string }
const minute = 60_000
const word = (kind: string, at: Date, more: object = {}) => ({
  id: crypto.randomUUID(),
  kind,
  at: at.toISOString(),
  ...more,
})
const inOrder = (blocks: Block[]) => blocks.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))

test('a delay with one artist of a team delays the next seat, for both artists, customer, group and guest', {
  timeout: 60_000,
}, async () => {
  const { hair, makeup, leila, idOf } = await createTestTeamBooking(rig)
  const read = async (artist: { id: string }) =>
    (await leila.call(`/v1/bookings/${idOf(artist)}`)).body.data.appointment
  const say = async (artist: { id: string; accountId: string }, ...words: object[]) =>
    (await createTestClient(rig, artist.accountId))(`/v1/providers/appointments/${idOf(artist)}/day`, 'POST', {
      words,
      sentAt: rig.clock().toISOString(),
    })
  const before = await read(makeup)
  expect(before).toMatchObject({ elsewhere: [], plan: before.planned })
  const first = inOrder((await read(hair)).planned.blocks)[0] as Block
  const next = (before.planned.blocks as Block[]).find(({ person }) => person === first.person) as Block
  const gap = Date.parse(next.from) - Date.parse(first.to)
  expect(gap).toBeGreaterThanOrEqual(0)
  const { key } = (
    await leila.call(`/v1/bookings/${idOf(makeup)}/guests`, 'POST', { person: first.person })
  ).body.data.appointment.guests.find(({ person }: Block) => person === first.person)

  // Hair starts so late that the first person arrives at the next artist fifteen minutes late.
  const began = new Date(Date.parse(first.from) + gap + 15 * minute)
  rig.at(began)
  const { person, serviceId } = first
  const said = await say(hair, word('arrived', began), word('started', began, { person, serviceId }))
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  const now = await read(makeup)
  const late = (block: Block) => (Date.parse(block.from) - Date.parse(next.from)) / minute
  const moved = (now.plan.blocks as Block[]).find(
    (block) => block.person === person && block.serviceId === next.serviceId,
  )
  expect(late(moved as Block)).toBe(15)
  expect(now.planned).toEqual(before.planned)
  expect(now.elsewhere.find((one: Block) => one.person === person)).toMatchObject({ artist: 'only-hair', state: 'now' })
  for (const a of (await read(hair)).plan.blocks as Block[])
    for (const b of now.plan.blocks as Block[])
      if (a.person === b.person) expect(Date.parse(a.to) <= Date.parse(b.from)).toBe(true)
  const asMakeup = await createTestClient(rig, makeup.accountId)
  const own = (await asMakeup(`/v1/providers/appointments/${idOf(makeup)}`)).body.data.appointment
  expect(own).toMatchObject({ plan: now.plan, elsewhere: now.elsewhere, said: [] })
  const [mate] = (await leila.call(`/v1/bookings/${idOf(hair)}/team`)).body.data.mates
  expect(mate).toMatchObject({ slug: 'only-makeup', expectedAt: now.plan.doneAt })
  expect(mate.behind).toBeGreaterThanOrEqual(15)
  const invitation = (await rig.call(`/v1/guests/${key}`, { address: createTestAddress() })).body.data.invitation
  const ofMakeup = [invitation, ...invitation.others].find(({ slug }) => slug === 'only-makeup')
  expect(ofMakeup.live).toMatchObject({
    saidAt: null,
    state: 'ahead',
    plannedFrom: next.from,
    nextFrom: moved?.from,
    heldUpBy: 'only-hair',
  })
  const sheet = (await rig.call(`/v1/run-sheets/${invitation.sheetKey}`, { address: createTestAddress() })).body.data
    .sheet
  const { plan, elsewhere } = await read(hair)
  expect(sheet).toMatchObject({ plan, elsewhere })

  const sits = new Date(Date.parse(next.from) + 20 * minute)
  rig.at(sits)
  await say(hair, word('done', sits, { person, serviceId }))
  await say(makeup, word('arrived', sits), word('started', sits, { person, serviceId: next.serviceId }))
  const after = await read(makeup)
  const sat = (after.plan.blocks as Block[]).find(
    (block) => block.person === person && block.serviceId === next.serviceId,
  )
  expect(late(sat as Block)).toBe(20)
})
