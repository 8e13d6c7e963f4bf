import { hash } from '@node-rs/argon2'
import { describe } from '#art/describe.ts'
import type { Drawing } from '#art/draw.ts'
import { createLook } from '#art/face/look.ts'
import { passwordCost } from '#db/password-cost.ts'
import { type Customer, metros, people } from '#db/cast/material.ts'
import { namedProviders } from './named.ts'
import { createSampleId } from '#db/cast/rows.ts'

/** Password of all sample accounts, for local use only. */
const samplePassword = 'primp-sample-1'

export type SampleAccount = {
  key: string
  id: string
  email: string
  name: string
  mobile: string | null
  passwordHash: string | null
  roles: readonly string[]
}

/** Returns the cast's accounts: three with a login, the named providers and the customers. */
export async function generateSampleAccounts(): Promise<SampleAccount[]> {
  const passwordHash = await hash(samplePassword, passwordCost)
  const { ana, mia, olu } = people.cast
  const account = (
    key: string,
    email: string,
    name: string,
    roles: readonly string[],
    mobile: string | null,
    signsIn = false,
  ): SampleAccount => ({
    key,
    id: createSampleId(`account ${key}`),
    email,
    name,
    mobile,
    passwordHash: signsIn ? passwordHash : null,
    roles,
  })
  return [
    account('ana', 'ana@primp.test', ana.name, ['customer'], '+447700900142', true),
    account('mia', 'mia@primp.test', mia.name, ['customer', 'provider'], '+447700900187', true),
    account('olu', 'olu@primp.test', olu.name, ['customer', 'operator'], null, true),
    ...namedProviders
      .filter(({ id }) => id !== 'mia')
      .map((p) => account(p.id, p.mail, p.name, ['customer', 'provider'], null)),
    ...people.customers.map((c) => account(c.id, c.mail, c.name, ['customer'], null)),
  ]
}

export function faceOf({ id, look }: Customer, place: number): { alt: string; drawing: Drawing } {
  const { profile } = createLook({
    id: `customer-${id}`,
    place,
    skills: ['makeup'],
    man: look.beard !== undefined,
    self: look,
  })
  return { alt: describe(profile), drawing: profile }
}

export function buildAnaSearch() {
  const { ana } = people.cast
  const [lng, lat] = ana.event.place.at
  const london = metros.find(({ id }) => id === 'london')
  const looks = Map.groupBy(ana.event.people, ({ services }) => services.join(' '))
  return {
    id: 'ana-duarte-hackney',
    category_id: 1,
    country_code: 'GB',
    place_name: 'Hackney, London, England, United Kingdom',
    area: 'Hackney',
    location: {
      type: 'Point',
      coordinates: [lng, lat],
      address: {
        placeName: 'Hackney, London, England, United Kingdom',
        country: 'United Kingdom',
        countryCode: 'GB',
        regionCode: 'ENG',
        region: 'England',
        place: 'London',
        neighborhood: 'Hackney',
      },
    },
    lat,
    lng,
    tz: london?.tz ?? 'Europe/London',
    event_date: ana.event.date,
    finish_time: ana.event.readyBy,
    time_constraint: 'finish',
    people: [...looks.values()].map((same) => ({ count: same.length, services: same[0]?.services ?? [] })),
    details: {
      name: ana.name,
      email: 'ana@primp.test',
      event: 'Wedding',
      mobile: ana.mobile,
      finishTime: ana.event.readyBy,
      timeConstraint: 'finish',
    },
  }
}
