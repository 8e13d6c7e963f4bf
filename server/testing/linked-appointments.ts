import { createRequester, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { createTestProviderWithAccount } from '#server/testing/providers.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import type { Answer, TestRig } from '#server/test-rig.ts'

type Offer = { cost: number; minutes: number; deducted: boolean; withTest: boolean; days: number; months: number }
const usual: Offer = { cost: 48, minutes: 60, deducted: false, withTest: true, days: 2, months: 6 }

/** Throws the answer if it is a refusal. */
function answered({ status, body }: Answer): void {
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** Creates an artist who offers a trial of makeup, and requires a patch test for it if `tested`. */
export async function createTestProviderWithTrial(
  rig: TestRig,
  slug: string,
  { tested = true, ...offer }: Partial<Offer> & { tested?: boolean } = {},
) {
  const artist = await createTestProviderWithAccount(rig, { slug, costs: { makeup: 24_000, updo: 3_800 } })
  const theirs = async () => createTestClient(rig, artist.accountId)
  const call = await theirs()
  const set = await call('/v1/providers/me/trials', 'PUT', { trials: [{ serviceId: 'makeup', ...usual, ...offer }] })
  answered(set)
  if (tested) {
    const test = await call('/v1/providers/me/patch-tests', 'PUT', { tests: [{ serviceId: 'makeup', minutes: 20 }] })
    answered(test)
  }
  return { artist, theirs, slug }
}

type Chosen = { eventDate: string; startsAt: string }

/** Creates a customer with a hold, and the calls to choose a trial and a patch test. */
export async function createTestHoldWithVisits(rig: TestRig, slug: string, more: Record<string, unknown> = {}) {
  const details = createRequester()
  const leila = await createTestVisitor(rig, more, { details })
  const held = await leila.hold(slug)
  answered(held)
  const { hold } = held.body.data
  const at = `/v1/holds/${hold.id}`
  const visits = async () => (await leila.call(`${at}/visits`)).body.data.visits
  const times = async (kind: 'trial' | 'patchTest', eventDate: string, withTest = false) =>
    (
      await leila.call(
        `${at}/visits/times?eventDate=${eventDate}&kind=${kind}&services=makeup&withTest=${withTest ? 'yes' : 'no'}`,
      )
    ).body.data.times as { startsAt: string; endsAt: string }[]
  const choose = (trial: Chosen | null, patchTest: Chosen | null, withTest = false): Promise<Answer> =>
    leila.call(`${at}/visits`, 'POST', { trial: trial && { ...trial, services: ['makeup'], withTest }, patchTest })
  const timeOf = async (kind: 'trial' | 'patchTest', eventDate: string, n = 0, withTest = false): Promise<Chosen> => {
    const found = await times(kind, eventDate, withTest)
    const startsAt = found[n]?.startsAt
    if (!startsAt) throw new Error(`no free time on ${eventDate}`)
    return { eventDate, startsAt }
  }
  const book = async (papers: Record<string, unknown> = {}) => {
    const paid = await leila.pay(hold.id, { requester: details, ...papers })
    answered(paid)
    await leila.card(paid.body.data.payment.clientSecret)
    await waitForBackgroundWork(rig.database)
    const { appointmentId } = (await leila.call(at)).body.data.hold
    return (await leila.call(`/v1/bookings/${appointmentId}`)).body.data.appointment
  }
  return {
    leila,
    hold,
    at,
    visits,
    times,
    timeOf,
    choose,
    book,
    details,
    account: () => getAccountId(rig, details.email),
  }
}

/** Creates a customer with a booked trial, and the calls about it. */
export async function createTestBookingWithTrial(rig: TestRig, slug: string, { withTest = false, papers = {} } = {}) {
  const held = await createTestHoldWithVisits(rig, slug)
  const trial = await held.timeOf('trial', '2027-05-12', 4, withTest)
  const chosen = await held.choose(trial, null, withTest)
  answered(chosen)
  const appointment = await held.book(papers)
  const of = `/v1/bookings/${appointment.id}`
  const { call } = held.leila
  const read = async () => (await call(of)).body.data.appointment
  const trialTimes = async (eventDate: string) =>
    (await call(`${of}/trial/times?eventDate=${eventDate}`)).body.data.times as { startsAt: string }[]
  const moveTrial = async (eventDate: string, n = 0) =>
    call(`${of}/trial`, 'POST', { eventDate, startsAt: (await trialTimes(eventDate))[n]?.startsAt })
  const cancelTrial = (refund: number) => call(`${of}/trial/cancel`, 'POST', { refund })
  const cancel = (refund: number) => call(`${of}/cancel`, 'POST', { refund })
  return { ...held, appointment, of, call, read, trialTimes, moveTrial, cancelTrial, cancel }
}
