import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProviderKit } from '#contract/providers/provider-profile.ts'
import { hasKit, type Undertone } from '#contract/providers/profile-rules.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type ProfileFormProps, Prompt } from './profile-form.tsx'
import { useForm } from '#web/platform/use-form.ts'
import styles from './kit-form.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'

const shades = Array.from({ length: 10 }, (_, n) => n + 1)
const commonUndertones: readonly Undertone[] = ['warm', 'neutral', 'cool']
const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
const linesOf = (typed: string): string[] =>
  [
    ...new Set(
      typed
        .split('\n')
        .map((line) => line.trim().slice(0, 80))
        .filter(Boolean),
    ),
  ].slice(0, 60)

export function KitForm({
  id,
  profile,
  catalogue,
  onSaved,
  onState,
  onPreview,
  asked = false,
}: ProfileFormProps & {
  asked?: boolean
}) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const { kit } = profile
  const { draft, change, formError, submit, form } = useForm({
    start: { ...kit, brandLines: kit.brands.join('\n'), toolLines: kit.tools.join('\n') },
    onSaved,
    onState,
    check: ({ brandLines, toolLines, ...rest }): Record<string, string> =>
      asked && !hasKit({ ...rest, brands: linesOf(brandLines), tools: linesOf(toolLines) })
        ? { kit: t('step8.error') }
        : {},
    send: ({ brandLines, toolLines, ...rest }) =>
      browserApi().providerProfile.kit({ ...rest, brands: linesOf(brandLines), tools: linesOf(toolLines) }),
  })
  const set = (part: Partial<ProviderKit>) => {
    change(part)
    onPreview?.({ kit: { ...kit, ...draft, ...part } })
  }
  const offered = new Set(profile.services.map(({ typeId }) => typeId))
  const groups = groupSkills(catalogue.skills, offered)
  const chips = (list: readonly { id: string; label: string }[]) =>
    list.map((skill) => (
      <ToggleChip
        key={skill.id}
        on={draft.skills.includes(skill.id)}
        onChange={() => set({ skills: toggled(draft.skills, skill.id) })}>
        {skill.label}
      </ToggleChip>
    ))
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-32">
      {formError && <Note kind="error">{formError}</Note>}
      <fieldset className="stack gap-12">
        <legend className="field-label">{t('step8.shades')}</legend>
        <div className={styles.shadeRow}>
          {shades.map((shade) => (
            <button
              key={shade}
              type="button"
              className={joinClasses(styles.shadePick, draft.shades.includes(shade) && styles.chosen)}
              aria-pressed={draft.shades.includes(shade)}
              aria-label={t('step8.shade', { n: shade })}
              style={{ background: `var(--p-shade-${shade})` }}
              onClick={() => set({ shades: toggled(draft.shades, shade) })}
            />
          ))}
        </div>
        <p className="small muted" role="status">
          {t('step8.shades.value', { n: draft.shades.length })}
        </p>
      </fieldset>
      <fieldset className="stack gap-12">
        <legend className="field-label">{t('step8.undertones')}</legend>
        <div className="chip-row">
          {commonUndertones.map((tone) => (
            <ToggleChip
              key={tone}
              on={draft.undertones.includes(tone)}
              onChange={() => set({ undertones: toggled(draft.undertones, tone) })}>
              {tone.charAt(0).toUpperCase() + tone.slice(1)}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      {draft.shades.length < shades.length && <Prompt>{t('step8.prompt')}</Prompt>}
      <TextAreaField
        label={t('step8.brands')}
        hint={t('step8.brands.hint')}
        name="brands"
        rows={4}
        value={draft.brandLines}
        onChange={(event) => change({ brandLines: event.target.value })}
      />
      <TextAreaField
        label={t('step8.tools')}
        name="tools"
        rows={4}
        value={draft.toolLines}
        onChange={(event) => change({ toolLines: event.target.value })}
      />
      {groups.map(({ group, skills }) => (
        <Group key={group} legend={t(`step8.${group}`)}>
          {chips(skills)}
          {group === 'hygiene' && (
            <ToggleChip on={draft.singleUse} onChange={(singleUse) => set({ singleUse })}>
              {t('step8.hygiene.single')}
            </ToggleChip>
          )}
        </Group>
      ))}
      {draft.items.length > 0 && (
        <Group legend={t('step8.items')}>
          {draft.items.map((item) => (
            <button
              key={item}
              type="button"
              className={chipsStyles.chip}
              aria-label={t('step8.items.remove', { item })}
              onClick={() => set({ items: draft.items.filter((each) => each !== item) })}>
              {item}
              <X className="icon" aria-hidden="true" />
            </button>
          ))}
        </Group>
      )}
    </form>
  )
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="stack gap-12">
    <legend className="field-label">{legend}</legend>
    <div className="chip-row">{children}</div>
  </fieldset>
)

/** Skills by group, and the types of service that each group belongs to. Groups without types belong to all. */
const skillGroups = [
  {
    group: 'hair',
    types: ['hair', 'styling', 'hair-lessons'],
    ids: [
      'textured-hair',
      'silk-press',
      'braids',
      'locs',
      'curly-cuts',
      'fine-hair',
      'silver-hair',
      'extensions',
      'wigs',
    ],
  },
  {
    group: 'skin',
    types: ['makeup', 'makeup-lessons'],
    ids: [
      'deep-skin-tones',
      'mature-skin',
      'sensitive-skin',
      'acne-prone-skin',
      'skin-camouflage',
      'airbrush',
      'monolid-hooded-eyes',
      'glasses-wearers',
    ],
  },
  {
    group: 'occasions',
    types: ['makeup', 'hair', 'styling', 'mehndi'],
    ids: [
      'bridal',
      'south-asian-bridal',
      'nigerian-bridal',
      'east-asian-bridal',
      'large-parties',
      'editorial',
      'stage-and-screen',
      'special-effects',
      'drag',
      'vintage-styles',
      'draping',
      'gele',
      'mehndi',
    ],
  },
  {
    group: 'nails',
    types: ['nails-on-the-day', 'hands', 'extensions', 'feet', 'nail-art'],
    ids: ['gel-nails', 'acrylic-nails', 'nail-art', 'natural-nails'],
  },
  {
    group: 'access',
    types: [],
    ids: [
      'hijab-friendly',
      'step-free-studio',
      'comes-to-hospital',
      'quiet-appointments',
      'children',
      'male-grooming',
      'gender-affirming',
    ],
  },
  {
    group: 'hygiene',
    types: [],
    ids: ['hypoallergenic-kit', 'vegan-kit', 'latex-free-kit', 'fragrance-free-kit'],
  },
] as const
type SkillGroup = (typeof skillGroups)[number]['group'] | 'other'

/**
 * Groups skills for a form. Groups of the offered types of service come first, then those of every artist. Unknown
 * skills are in the group 'other', which is left out if empty.
 */
export function groupSkills<S extends { id: string }>(
  skills: readonly S[],
  offered: ReadonlySet<string>,
): { group: SkillGroup; skills: S[] }[] {
  const rank = (types: readonly string[]) => (types.length === 0 ? 1 : types.some((type) => offered.has(type)) ? 0 : 2)
  const known = [...skillGroups]
    .sort((a, b) => rank(a.types) - rank(b.types))
    .map(({ group, ids }) => ({ group, skills: skills.filter(({ id }) => (ids as readonly string[]).includes(id)) }))
  const grouped = new Set(known.flatMap((one) => one.skills))
  return [...known, { group: 'other' as const, skills: skills.filter((skill) => !grouped.has(skill)) }].filter(
    (one) => one.skills.length > 0 || one.group === 'hygiene',
  )
}
