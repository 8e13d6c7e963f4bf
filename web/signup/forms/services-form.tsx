import { Plus, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDuration } from '#contract/format.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { assistants } from '#contract/providers/profile-rules.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import fieldStyles from '#web/ui/fields/field.module.css'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { NumberInput, validateNumber } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import styles from './services-form.module.css'
import { useForm } from '#web/platform/use-form.ts'
import type { ProfileFormProps } from './profile-form.tsx'

type Chosen = { id: string; minutes: string }
type Teammate = { name: string; services: string[] }

interface Props extends ProfileFormProps {
  preselected?: string | null
  /** Called with the category of the first selected service; null if none. */
  onFirst?: (categoryId: number | null) => void
}

const minutesOf = (typed: string): number | null => readNumber(typed, 'whole')
const minutesRight = (typed: string): boolean => {
  const minutes = minutesOf(typed)
  return typed.trim() === '' || (minutes !== null && minutes >= 5 && minutes <= 600)
}

/** Services with own durations, and who of the team does each. */
export function ServicesForm({ id, profile, catalogue, preselected, onSaved, onState, onPreview, onFirst }: Props) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const [sought, setSought] = useState('')
  const kept = profile.services.map(
    (service): Chosen => ({ id: service.id, minutes: service.minutes === null ? '' : String(service.minutes) }),
  )
  const first = kept.length === 0 && preselected ? [{ id: preselected, minutes: '' }] : kept
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { chosen: first, team: teamOf(profile) },
    onSaved,
    onState,
    send: ({ chosen, team }) =>
      browserApi().providerProfile.services({
        services: chosen.map((each) => ({ id: each.id, minutes: minutesOf(each.minutes) })),
        artists: team.map((mate) => ({ ...mate, name: mate.name.trim() })),
      }),
    check: ({ chosen, team }): Record<string, string> => ({
      ...(chosen.length === 0 ? { services: t('step3.error.none') } : {}),
      ...Object.fromEntries(
        chosen.flatMap(({ id, minutes }) =>
          minutesRight(minutes)
            ? []
            : [[`minutes.${id}`, validateNumber(minutes, 'whole') ?? `${t('step3.minutes.own')} is not valid`]],
        ),
      ),
      ...Object.fromEntries(
        team.flatMap(({ name }, index) => (name.trim() ? [] : [[`artists.${index}.name`, t('step3.team.error')]])),
      ),
    }),
  })
  const { chosen } = draft
  const firstId = chosen[0]?.id
  useEffect(
    () =>
      onFirst?.(
        catalogue.categories.find((category) =>
          category.types.some((type) => type.services.some(({ id }) => id === firstId)),
        )?.id ?? null,
      ),
    [catalogue, firstId, onFirst],
  )

  const put = (next: Chosen[]) => {
    change({ chosen: next })
    onPreview?.({ services: previewOf(catalogue, profile, next) })
  }
  const toggle = (service: string) =>
    put(
      chosen.some(({ id }) => id === service)
        ? chosen.filter(({ id }) => id !== service)
        : [...chosen, { id: service, minutes: '' }],
    )
  const labelOf = (service: string) =>
    catalogue.categories
      .flatMap(({ types }) => types.flatMap(({ services }) => services))
      .find(({ id }) => id === service)?.label ??
    profile.services.find(({ id }) => id === service)?.label ??
    service
  const usualMinutesOf = (service: string) =>
    catalogue.categories
      .flatMap(({ types }) => types.flatMap(({ services }) => services))
      .find(({ id }) => id === service)?.minutes ?? profile.services.find(({ id }) => id === service)?.usualMinutes
  const wanted = sought.trim().toLowerCase()
  const families = catalogue.categories
    .map((category) => ({
      id: category.id,
      label: category.label,
      groups: category.types
        .map((type) => ({
          id: type.id,
          label: type.label,
          services: type.services.filter(({ label }) => label.toLowerCase().includes(wanted)),
          n: type.services.filter(({ id }) => chosen.some((each) => each.id === id)).length,
        }))
        .filter(({ services }) => services.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0)

  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      {chosen.length > 0 && (
        <section className="card pad-24 stack gap-12" aria-labelledby={`${id}-chosen`}>
          <h2 className="title" id={`${id}-chosen`}>
            {t('step3.chosen', { n: chosen.length })}
          </h2>
          <p className="small muted">{t('step3.minutes.hint')}</p>
          <ul className={styles.pickList}>
            {chosen.map((each) => (
              <li key={each.id} className={styles.ownMinutes}>
                <b className="bold">{labelOf(each.id)}</b>
                <div
                  className={joinClasses(
                    fieldStyles.fieldBox,
                    errors[`minutes.${each.id}`] && fieldStyles.wrong,
                    styles.fieldBox,
                  )}>
                  <NumberInput
                    kind="whole"
                    aria-label={t('step3.minutes.of', { service: labelOf(each.id) })}
                    value={each.minutes}
                    placeholder={t('step3.minutes.usual', { minutes: usualMinutesOf(each.id) ?? '' })}
                    aria-invalid={errors[`minutes.${each.id}`] ? true : undefined}
                    onChange={(minutes) =>
                      put(chosen.map((other) => (other.id === each.id ? { ...other, minutes } : other)))
                    }
                  />
                  <span className={fieldStyles.prefix}>{t('step3.minutes.unit')}</span>
                </div>
                <IconButton label={t('step3.remove', { service: labelOf(each.id) })} onClick={() => toggle(each.id)}>
                  <X className="icon" aria-hidden="true" />
                </IconButton>
                {errors[`minutes.${each.id}`] && (
                  <FieldError className={styles.error}>{errors[`minutes.${each.id}`]}</FieldError>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <TextField
        label={t('step3.search')}
        name="sought"
        type="search"
        prefix={<Search className="icon" aria-hidden="true" />}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {errors['services'] && (
        <div tabIndex={-1} aria-invalid="true">
          <FieldError>{errors['services']}</FieldError>
        </div>
      )}
      {families.length === 0 && (
        <p className="muted" role="status">
          {t('step3.none', { text: sought.trim() })}
        </p>
      )}
      {families.map((family, first) => (
        <section key={family.id} className="stack gap-12" aria-labelledby={`${id}-family-${family.id}`}>
          <h2 className="heading-3" id={`${id}-family-${family.id}`}>
            {family.label}
          </h2>
          {family.groups.map((group, index) => (
            <details
              key={`${group.id}${wanted}`}
              className={joinClasses('card', styles.pickRow)}
              open={wanted !== '' || group.n > 0 || (first === 0 && index === 0)}>
              <summary className="summary-row">
                <span className="title">{group.label}</span>
                {group.n > 0 && <span className="small muted">{t('step3.added.count', { n: group.n })}</span>}
              </summary>
              <ul className={styles.picks}>
                {group.services.map((service) => {
                  const on = chosen.some(({ id }) => id === service.id)
                  return (
                    <li key={service.id}>
                      <ToggleChip
                        on={on}
                        describedBy={`${id}-${service.id}-minutes`}
                        onChange={() => toggle(service.id)}>
                        {!on && <Plus className="icon" aria-hidden="true" />}
                        <span>
                          <span className="visually-hidden">{t(on ? 'step3.added' : 'step3.add')}, </span>
                          {service.label}
                        </span>
                        <span className={styles.minutes} id={`${id}-${service.id}-minutes`} aria-hidden="true">
                          {formatDuration(service.minutes)}
                        </span>
                      </ToggleChip>
                    </li>
                  )
                })}
              </ul>
            </details>
          ))}
        </section>
      ))}
      <TeamFields
        team={draft.team}
        services={chosen.map((each) => ({ id: each.id, label: labelOf(each.id) }))}
        country={profile.countryCode}
        most={1 + assistants}
        errors={errors}
        onChange={(team) => change({ team })}
      />
    </form>
  )
}

const teamOf = (profile: EditableProfile): Teammate[] =>
  profile.artists.length > 0
    ? profile.artists.map(({ name, services }) => ({ name, services: [...services] }))
    : [{ name: profile.name.split(' ')[0] ?? profile.name, services: [] }]

function previewOf(
  catalogue: ProviderCatalogue,
  profile: EditableProfile,
  chosen: readonly Chosen[],
): EditableProfile['services'] {
  return catalogue.categories.flatMap((category) =>
    category.types.flatMap((type) =>
      type.services
        .filter(({ id }) => chosen.some((each) => each.id === id))
        .map((service) => {
          const kept = profile.services.find(({ id }) => id === service.id)
          return (
            kept ?? {
              id: service.id,
              label: service.label,
              categoryId: category.id,
              typeId: type.id,
              status: 'unpriced' as const,
              cost: null,
              minutes: null,
              usualMinutes: service.minutes,
              depositShare: null,
            }
          )
        }),
    ),
  )
}

interface TeamFieldsProps {
  team: readonly Teammate[]
  services: readonly { id: string; label: string }[]
  country: Country
  most: number
  errors: Readonly<Record<string, string>>
  onChange: (team: Teammate[]) => void
}

function TeamFields({ team, services, country, most, errors, onChange }: TeamFieldsProps) {
  const t = createTranslator(signupMessages, country)
  const put = (at: number, part: Partial<Teammate>) =>
    onChange(team.map((mate, index) => (index === at ? { ...mate, ...part } : mate)))
  const does = (mate: Teammate, id: string) => mate.services.includes(id)
  return (
    <section className="card pad-24 stack" aria-labelledby="team">
      <h2 className="title" id="team">
        {t('step3.team')}
      </h2>
      {team.map((mate, at) => (
        <fieldset key={at} className={joinClasses('stack gap-12', styles.teammate)}>
          <legend className="visually-hidden">{at === 0 ? t('step3.you') : mate.name || t('step3.team.name')}</legend>
          <div className="row gap-8">
            <div className="grow">
              <TextField
                label={at === 0 ? t('step3.you') : t('step3.team.name')}
                name={`artist-${at}`}
                value={mate.name}
                maxLength={60}
                autoComplete="off"
                error={errors[`artists.${at}.name`]}
                onChange={(event) => put(at, { name: event.target.value })}
              />
            </div>
            {at > 0 && (
              <IconButton
                label={t('step3.team.remove', { name: mate.name })}
                onClick={() => onChange(team.filter((_, index) => index !== at))}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            )}
          </div>
          {team.length > 1 && services.length > 0 && (
            <div className="chip-row" role="group" aria-label={t('step3.does', { name: mate.name })}>
              {services.map(({ id, label }) => {
                const alone = at === 0 && !team.some((other) => does(other, id))
                return (
                  <ToggleChip
                    key={id}
                    on={does(mate, id) || alone}
                    onChange={(on) =>
                      put(at, { services: on ? [...mate.services, id] : mate.services.filter((each) => each !== id) })
                    }>
                    {label}
                  </ToggleChip>
                )
              })}
            </div>
          )}
        </fieldset>
      ))}
      {team.length < most ? (
        <div>
          <Button
            kind="secondary"
            onClick={() =>
              onChange([
                ...(team.length === 1
                  ? team.map((mate) => ({ ...mate, services: services.map(({ id }) => id) }))
                  : team),
                { name: '', services: [] },
              ])
            }>
            <Plus className="icon" aria-hidden="true" />
            {t('step3.team.add')}
          </Button>
        </div>
      ) : null}
      <p className="small muted">{t('step3.team.limit')}</p>
    </section>
  )
}
