import { Plus, X } from 'lucide-react'
import { type Country, reader } from '#contract/words.ts'
import { signupWords } from '#web/signup/signup-words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import type { Teammate } from './services-form.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './team-fields.module.css'

interface Props {
  team: readonly Teammate[]
  services: readonly { id: string; label: string }[]
  country: Country
  most: number
  errors: Readonly<Record<string, string>>
  onChange: (team: Teammate[]) => void
}

/** The team: the artist and up to three assistants, each with what they do. */
export function TeamFields({ team, services, country, most, errors, onChange }: Props) {
  const t = reader(signupWords, country)
  const put = (at: number, part: Partial<Teammate>) =>
    onChange(team.map((mate, index) => (index === at ? { ...mate, ...part } : mate)))
  const does = (mate: Teammate, id: string) => mate.services.includes(id)
  return (
    <section className="card pad-24 stack" aria-labelledby="team">
      <h2 className="title" id="team">
        {t('s3.team')}
      </h2>
      {team.map((mate, at) => (
        <fieldset key={at} className={classes('stack gap-12', styles.teammate)}>
          <legend className="visually-hidden">{at === 0 ? t('s3.you') : mate.name || t('s3.team.name')}</legend>
          <div className="row gap-8">
            <div className="grow">
              <TextField
                label={at === 0 ? t('s3.you') : t('s3.team.name')}
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
                label={t('s3.team.remove', { name: mate.name })}
                onClick={() => onChange(team.filter((_, index) => index !== at))}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            )}
          </div>
          {team.length > 1 && services.length > 0 && (
            <div className="chip-row" role="group" aria-label={t('s3.does', { name: mate.name })}>
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
            {t('s3.team.add')}
          </Button>
        </div>
      ) : null}
      <p className="small muted">{t('s3.team.limit')}</p>
    </section>
  )
}
