import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { skills as catalogueSkills, services as allServices } from '#db/catalog/catalogue.ts'
import { anchorDay, anchorSeconds, countDaysFromAnchor, getWeekday } from './calendar.ts'
import { getCraft, canOffer } from '#db/cast/people/craft.ts'
import { generateSampleMarket } from './market.ts'
import { testMarket } from './test-market.ts'
import { names, people } from './material.ts'
import { namedProviders } from '#db/cast/people/named.ts'
import { generatePictures } from '#db/cast/people/pictures.ts'
import { getCell, generateRows, createSampleId } from './rows.ts'
import type { SampleProvider } from '#db/cast/people/sample-provider.ts'

const market = testMarket
const byKey = new Map(market.map((p) => [p.key, p]))
const live = market.filter((p) => !p.terms.paused)
const service = new Map(allServices.map((s) => [s.id, s]))
const invented = market.filter((p) => !namedProviders.some(({ id }) => id === p.key))
const who = (p: SampleProvider) => `${p.name} (${p.key})`

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

describe('The sample market', () => {
  test('each metro has enough live artists, London first', () => {
    const counts = new Map([...Map.groupBy(live, (p) => p.metro.id)].map(([metro, all]) => [metro, all.length]))
    expect(live.length).toBeGreaterThanOrEqual(1200)
    expect(counts.get('london')).toBeGreaterThanOrEqual(260)
    for (const metro of ['sydney', 'melbourne', 'new-york', 'los-angeles', 'toronto', 'manchester', 'edinburgh'])
      expect(counts.get(metro), metro).toBeGreaterThanOrEqual(45)
    expect(new Set(live.map((p) => p.metro.country))).toEqual(new Set(['AU', 'US', 'GB', 'CA']))
  })

  const sameEveryTime = () => {
    const hash = (all: readonly SampleProvider[]) => {
      const sum = createHash('sha256').update(JSON.stringify(all))
      for (const { lines } of generateRows(all, { provider: 0, album: 0, media: 0, busy: 0 }, new Map(), new Map()))
        sum.update(lines.join('\n'))
      return sum.digest('hex')
    }
    expect(hash(generateSampleMarket())).toBe(hash(market))
  }
  // Slow, because it generates the market again.
  if (process.env['PROVE']) test('the market is identical every time, to the last row', sameEveryTime, 60_000)

  test("no two people share a name, an address or an identity, and nobody has a celebrity's name", () => {
    for (const key of ['name', 'slug'] as const) expect(new Set(market.map((p) => p[key])).size).toBe(market.length)
    expect(new Set(market.map((p) => createSampleId(p.key))).size).toBe(market.length)
    for (const p of market) {
      expect(p.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(names.neverTogether).not.toContain(`${p.given} ${p.family}`)
    }
  })

  test('no artist offers services outside their craft or skills', () => {
    for (const p of invented)
      for (const { id } of p.services)
        expect(canOffer(service.get(id) as never, { ...p, country: p.metro.country }), `${who(p)} ${id}`).toBe(true)
    for (const p of market) {
      for (const skill of catalogueSkills.filter((s) => s.onlyPronoun && p.skills.includes(s.id)))
        expect(p.pronoun, who(p)).toBe(skill.onlyPronoun)
      if (p.mode === 'studio')
        expect(
          p.services.some(({ id }) => service.get(id)?.type === 'nails-on-the-day'),
          who(p),
        ).toBe(false)
      if (p.crafts.includes('nails') && invented.includes(p)) expect(p.skills).toContain('gel-nails')
    }
  })

  test('every generated artist has three to seven skills', () => {
    for (const p of invented.filter(({ crafts }) => !crafts.includes('mehndi'))) {
      expect(p.skills.length, who(p)).toBeGreaterThanOrEqual(3)
      expect(p.skills.length, who(p)).toBeLessThanOrEqual(7)
    }
  })

  test('every service is done by an artist of the team, and no artist does a service that is not offered', () => {
    for (const p of market) {
      const done = new Set(p.artists.flatMap(({ does }) => does))
      expect(done, who(p)).toEqual(new Set(p.services.map(({ id }) => id)))
      expect(p.artists.length).toBeLessThanOrEqual(4)
      expect(new Set(p.artists.map(({ name }) => name)).size, who(p)).toBe(p.artists.length)
      for (const { does } of p.artists) expect(does.length, who(p)).toBeGreaterThan(0)
    }
  })

  test('prices are whole, within the bounds of their market, place and service, and consistent for one artist', () => {
    for (const p of invented) {
      const place = p.metro.priceFactor * p.base.priceFactor
      const ratios = p.services.map(({ id, costMinor }) => {
        const { low, median: usual, high } = (service.get(id) as (typeof allServices)[number]).cost[p.metro.country]
        const cost = costMinor / 100
        const isRight =
          costMinor % 100 === 0 && cost >= Math.floor(low * place) - 1 && cost <= Math.ceil(high * place) + 1
        if (!isRight) expect.fail(`${who(p)} ${id}`)
        return { ratio: costMinor / 100 / (usual * place), usual: usual * place }
      })
      const dear = ratios.filter(({ usual }) => usual >= 25).map(({ ratio }) => ratio)
      if (dear.length > 1) expect(Math.max(...dear) / Math.min(...dear), who(p)).toBeLessThan(1.35)
    }
  })

  test('every bridal artist charges more for a bride than for a guest', () => {
    for (const p of market) {
      const cost = (id: string) => p.services.find((s) => s.id === id)?.costMinor
      const [bride, guest] = [cost('bridal-makeup'), cost('makeup')]
      if (bride && guest) expect(bride, who(p)).toBeGreaterThan(guest)
    }
  })

  test('highly rated artists are dearer than newcomers', () => {
    const factor = (standing: string) =>
      median(
        invented
          .filter((p) => p.standing === standing)
          .flatMap((p) =>
            p.services.map(
              (s) => s.costMinor / (service.get(s.id) as (typeof allServices)[number]).cost[p.metro.country].median,
            ),
          ),
      )
    expect(factor('loved')).toBeGreaterThan(factor('newcomer') * 1.1)
  })
})

describe('Texts of the sample artists', () => {
  test('a bio has 25 to 75 words and no unfilled slot', () => {
    for (const p of invented) {
      const words = p.bio.split(/\s+/).length
      expect(words, p.bio).toBeGreaterThanOrEqual(25)
      expect(words, p.bio).toBeLessThanOrEqual(75)
      expect(p.bio).not.toMatch(/[{}[\]|]|undefined| {2}|\bno years\b/)
    }
  })

  test('neighbouring artists have different bios', () => {
    for (const [, near] of Map.groupBy(invented, (p) => `${p.metro.id} ${p.base.slug}`)) {
      const sentences = near.flatMap((p) => [...new Set(p.bio.split(/(?<=[.!?]) /).filter((s) => s.length > 30))])
      expect(new Set(sentences).size / sentences.length).toBeGreaterThan(0.9)
    }
  })

  test('reviews of an artist never repeat, and none has an unfilled slot', () => {
    for (const p of market) {
      const told = p.reviews.flatMap((r) => r.comments.split(/(?<=[.!?]) /).filter((s) => s.length > 24))
      expect(new Set(told).size, who(p)).toBe(told.length)
      expect(p.reviews.filter((r) => /[{}[\]|]|undefined/.test(`${r.comments} ${r.reply ?? ''}`))).toEqual([])
    }
  })

  test('seven of eight reviews have text', () => {
    const all = market.flatMap((p) => p.reviews)
    expect(all.filter(({ comments }) => comments === '').length / all.length).toBeLessThan(1 / 8)
  })

  test('half of the artists have fewer than 30 reviews, and none more than 80', () => {
    expect(median(live.map((p) => p.reviews.length))).toBeLessThan(32)
    expect(Math.max(...market.map((p) => p.reviews.length))).toBeLessThanOrEqual(80)
    expect(live.some((p) => p.reviews.length === 0)).toBe(true)
  })

  test('average scores follow the quality level: loved, strong, good, uneven', () => {
    const average = (standing: string) => {
      const all = invented.filter((p) => p.standing === standing).flatMap((p) => p.reviews.map((r) => r.score))
      return all.reduce((a, b) => a + b, 0) / all.length
    }
    const [loved, strong, good, uneven] = ['loved', 'strong', 'good', 'uneven'].map(average) as [
      number,
      number,
      number,
      number,
    ]
    expect(loved).toBeGreaterThan(strong)
    expect(strong).toBeGreaterThan(good)
    expect(good).toBeGreaterThan(uneven)
    expect(uneven).toBeGreaterThan(4.2)
  })

  test('reviews are dated between joining and now, newest first, and replies are later than their reviews', () => {
    const wrong = market.flatMap((p) =>
      p.reviews.filter(
        (r, i) =>
          r.createdAt < Math.min(p.joinedAt, anchorSeconds - 4 * 365 * 86_400) ||
          r.createdAt >= anchorSeconds ||
          r.createdAt > (p.reviews[i - 1]?.createdAt ?? anchorSeconds) ||
          (r.repliedAt !== null && r.repliedAt < r.createdAt) ||
          (r.reply === null) !== (r.repliedAt === null),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('every makeup artist has shades, including all deep ones if they claim so', () => {
    for (const p of market) {
      expect(p.shades.length > 0, who(p)).toBe(p.crafts.includes('makeup'))
      if (p.crafts.includes('makeup') && p.skills.includes('deep-skin-tones'))
        expect(p.shades.slice(0, 6), who(p)).toEqual(['1', '2', '3', '4', '5', '6'])
      expect(p.kit.length, who(p)).toBeGreaterThanOrEqual(3)
      expect(p.kit.length, who(p)).toBeLessThanOrEqual(16)
    }
  })
})

describe('Pictures of the sample artists', () => {
  const drawn = market.map((p, place) => generatePictures(p, place, p.reviews.filter((r) => r.photo).length))

  test('no two artists show the same face, and each has a gallery of twelve or more in albums', () => {
    expect(new Set(drawn.map((d) => JSON.stringify(d.profile.drawing.options))).size).toBe(market.length)
    for (const d of drawn) {
      expect(d.albums.flatMap((a) => a.pictures).length).toBeGreaterThanOrEqual(12)
      expect(new Set(d.albums.map((a) => a.title)).size).toBe(d.albums.length)
    }
  })

  test('no gallery shows a drawing twice', () => {
    for (const d of drawn) {
      const all = [d.cover, ...d.albums.flatMap((a) => a.pictures), ...d.spare].map(
        ({ drawing }) => JSON.stringify({ ...drawing.options, seed: '' }) + drawing.kind,
      )
      expect(new Set(all).size).toBe(all.length)
    }
  })

  test("a nail artist's page shows hands", () => {
    market.forEach((p, i) => {
      if (p.crafts.length !== 1 || p.crafts[0] !== 'nails') return
      expect(
        (drawn[i] as (typeof drawn)[number]).albums
          .flatMap((a) => a.pictures)
          .filter(({ drawing }) => drawing.kind === 'nails').length,
        who(p),
      ).toBeGreaterThanOrEqual(4)
    })
  })
})

describe('Diaries of the sample artists', () => {
  const share = (weekday: number, from: string, to: string) => {
    const days = Array.from(
      { length: countDaysFromAnchor(to) - countDaysFromAnchor(from) },
      (_, i) => countDaysFromAnchor(from) + i,
    ).filter((d) => getWeekday(anchorDay + d) === weekday)
    const taken = live.map(
      (p) => new Set(p.diary.map((job) => countDaysFromAnchor(job.date))).intersection(new Set(days)).size,
    )
    return taken.reduce((sum, count) => sum + count, 0) / (days.length * live.length)
  }

  test('Saturdays are busier than Tuesdays, and more than half of summer Saturdays in London are booked', () => {
    expect(share(6, '2027-05-01', '2027-07-01')).toBeGreaterThan(4 * share(2, '2027-05-01', '2027-07-01'))
    const london = live.filter((p) => p.metro.id === 'london')
    const saturdays = ['2027-05-22', '2027-05-29', '2027-06-05', '2027-06-12', '2027-06-19']
    const taken = saturdays.map(
      (date) => london.filter((p) => p.diary.some((job) => job.date === date)).length / london.length,
    )
    for (const [i, part] of taken.entries()) expect(part, saturdays[i]).toBeGreaterThan(0.55)
  })

  test('72 of 100 artists who reach Hackney are booked on Saturday 12 June 2027; of the cast only Rosa is', () => {
    const wanted = ['makeup', 'updo', 'bridal-makeup', 'bridal-hair']
    const [x, y] = people.cast.ana.event.place.at
    const near = live.filter(
      (p) =>
        p.metro.id === 'london' &&
        wanted.every((id) => p.services.some((s) => s.id === id)) &&
        (p.mode !== 'mobile' || Math.hypot((p.lng - x) * 69_300, (p.lat - y) * 111_320) <= p.terms.radiusMetres),
    )
    const taken = near.filter((p) => p.diary.some((job) => job.date === '2027-06-12')).length
    expect(near.length).toBeGreaterThan(40)
    expect(taken / near.length).toBeGreaterThan(0.69)
    expect(taken / near.length).toBeLessThan(0.75)
    const busy = (key: string) => byKey.get(key)?.diary.some((job) => job.date === '2027-06-12')
    expect(['mia', 'temi', 'priya', 'saoirse', 'mei', 'rosa'].map(busy)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('no artist has overlapping appointments', () => {
    const wrong = market.flatMap((p) => {
      const jobs = p.diary.filter((job) => job.kind === 'appointment').toSorted((a, b) => a.from - b.from)
      return jobs
        .filter((job, i) => job.to <= job.from || job.from < (jobs[i - 1]?.to ?? job.from))
        .map((job) => `${who(p)} ${job.date}`)
    })
    expect(wrong).toEqual([])
  })

  test('every provider blocks six to thirty days of the next half year', () => {
    for (const p of invented) {
      const away = p.diary.filter((job) => job.kind === 'booked_out').length
      expect(away, who(p)).toBeGreaterThanOrEqual(6)
      expect(away, who(p)).toBeLessThanOrEqual(30)
    }
  })
})

describe('The cast', () => {
  test('Mia earns 450 of the 532 that Ana pays', () => {
    const mia = byKey.get('mia') as SampleProvider
    const cost = (id: string) => (mia.services.find((s) => s.id === id)?.costMinor ?? 0) / 100
    const { quoteForAna } = JSON.parse(JSON.stringify(people.cast.mia)) as {
      quoteForAna: { costs: number; total: number; lines: [string, number, number][] }
    }
    const ids = {
      'bridal makeup': 'bridal-makeup',
      'bridal hair': 'bridal-hair',
      makeup: 'makeup',
      updo: 'updo',
    } as Record<string, string>
    expect(quoteForAna.lines.reduce((sum, [line, count]) => sum + count * cost(ids[line] as string), 0)).toBe(
      quoteForAna.costs,
    )
    expect(
      quoteForAna.lines.reduce((sum, [line, count]) => sum + count * Math.ceil(cost(ids[line] as string) / 0.85), 0),
    ).toBe(quoteForAna.total)
    expect([mia.terms.minimumMinor, mia.terms.perUnitMinor, mia.terms.depositShare, mia.terms.instant]).toEqual([
      11_000,
      150,
      25,
      true,
    ])
    expect(mia.bio).toMatch(/^I spent six years on a department store counter/)
  })

  test('every member of the cast is as specified', () => {
    for (const named of namedProviders) {
      const p = byKey.get(named.id) as SampleProvider
      expect([p.name, p.slug, p.base.slug, p.mode, p.terms.instant, p.terms.depositShare, p.terms.policy]).toEqual([
        named.name,
        named.slug,
        named.base,
        named.mode,
        named.instant,
        named.deposit,
        named.policy,
      ])
      expect(p.reviewCount, named.name).toBe(named.reviews)
      if (named.shownReviews !== undefined) expect(p.reviews.length, named.name).toBe(named.shownReviews)
      if (named.rating)
        expect(Math.abs(p.reviewSum / p.reviewCount - named.rating), named.name).toBeLessThanOrEqual(
          0.5 / p.reviewCount + 0.005,
        )
      for (const [id, cost] of Object.entries(named.costs ?? {}))
        expect(p.services.find((s) => s.id === id)?.costMinor, `${named.name} ${id}`).toBe(cost * 100)
      for (const skill of named.skills) expect(p.skills).toContain(skill)
    }
  })

  test('the published quotations are among the reviews', () => {
    const told = new Set(market.flatMap((p) => p.reviews.map((r) => r.comments)))
    for (const { text } of people.quotations) expect(told).toContain(text)
  })

  test('a square of the search grid equals the one of the database', () => {
    expect(getCell(51.545, -0.055)).toBe(1415 * 3600 + 1799)
    expect(getCell(-33.87, 151.21)).toBe(561 * 3600 + 3312)
  })

  test('every craft has an artist', () => {
    expect(
      new Set(
        market.flatMap((p) => p.services.map((s) => getCraft(service.get(s.id) as (typeof allServices)[number]))),
      ),
    ).toEqual(new Set(['makeup', 'hair', 'nails', 'mehndi', 'lessons']))
  })
})
