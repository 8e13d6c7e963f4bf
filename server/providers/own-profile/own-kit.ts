import type { OwnKit } from '#contract/providers/own-profile.ts'
import { type Undertone, undertones } from '#contract/providers/profile-rules.ts'

type Kept = { kind: 'undertone' | 'brand' | 'tool' | 'hygiene'; id?: string; label: string }

const singleUseLabel = 'Single-use applicators'

/** A kit as its owner changes it, read from how it is stored. */
export function readKit(kit: unknown, shades: readonly string[], skills: readonly string[]): OwnKit {
  const all: (string | Kept)[] = Array.isArray(kit) ? kit : []
  const labels = (kind: Kept['kind']) =>
    all.flatMap((item) => (typeof item === 'object' && item?.kind === kind ? [item.label] : []))
  return {
    shades: shades.map(Number).filter((shade) => shade >= 1 && shade <= 10),
    undertones: all.flatMap((item) =>
      typeof item === 'object' && item?.kind === 'undertone' && isUndertone(item.id) ? [item.id] : [],
    ),
    brands: labels('brand'),
    tools: labels('tool'),
    singleUse: labels('hygiene').includes(singleUseLabel),
    items: all.filter((item) => typeof item === 'string'),
    skills: [...skills],
  }
}

/** The same as it is stored: everything with the label that a profile shows. */
export function writeKit(kit: OwnKit): (string | Kept)[] {
  return [
    ...kit.undertones.map(
      (id): Kept => ({ kind: 'undertone', id, label: `${id.charAt(0).toUpperCase()}${id.slice(1)} undertones` }),
    ),
    ...kit.brands.map((label): Kept => ({ kind: 'brand', label })),
    ...kit.tools.map((label): Kept => ({ kind: 'tool', label })),
    ...(kit.singleUse ? [{ kind: 'hygiene', label: singleUseLabel } satisfies Kept] : []),
    ...kit.items,
  ]
}

const isUndertone = (id: unknown): id is Undertone => undertones.includes(id as Undertone)
