import type { Stream } from '#art/seed.ts'
import { pickWeighted } from '#db/cast/chance.ts'
import { kit } from '#db/cast/material.ts'
import type { Craft } from './sample-provider.ts'

type Asked = { crafts: readonly Craft[]; skills: readonly string[] }

export function pickKit(stream: Stream, { crafts, skills }: Asked): string[] {
  const families: string[] = [...crafts]
  if (skills.some((skill) => ['draping', 'gele', 'hijab-friendly'].includes(skill))) families.push('styling')
  const fits = kit.items.filter((item) => item.crafts.some((craft) => families.includes(craft)))
  const asked = fits.filter((item) => item.suits?.some((skill) => skills.includes(skill))).slice(0, 12)
  const want = stream.whole(Math.max(8, asked.length), 16)
  const chosen = new Set(asked)
  const rest = () => fits.filter((item) => !chosen.has(item) && !item.suits)
  while (chosen.size < want && rest().length)
    chosen.add(
      pickWeighted(
        stream,
        rest().map((item) => [item, item.share] as const),
      ),
    )
  return fits.filter((item) => chosen.has(item)).map((item) => item.label)
}

export function pickShades(stream: Stream, { crafts, skills }: Asked, named?: string): string[] {
  if (!crafts.includes('makeup')) return []
  const deep = skills.includes('deep-skin-tones')
  const fits = kit.shades.ranges.filter(
    (range) =>
      (!deep || (range.from === 1 && range.to >= 6)) &&
      (!range.suits || range.suits.some((skill) => skills.includes(skill))),
  )
  const range =
    kit.shades.ranges.find(({ id }) => id === named) ??
    pickWeighted(
      stream,
      fits.map((r) => [r, r.share] as const),
    )
  return Array.from({ length: range.to - range.from + 1 }, (_, i) => String(range.from + i))
}
