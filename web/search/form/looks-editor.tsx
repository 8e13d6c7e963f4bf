import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { type Country, reader } from '#contract/words.ts'
import { Stepper } from '#web/ui/fields/choice.tsx'
import { classes } from '#web/ui/class-names.ts'
import {
  addPerson,
  limitHit,
  type Party,
  placesIn,
  removeLook,
  sameAsFirst,
  setCount,
  splitLook,
  toggleService,
} from './party.ts'
import { ServiceChoice } from './service-choice.tsx'
import { searchWords } from '#web/search/words.ts'
import styles from './looks-editor.module.css'

/** Who needs what: a block for each look, with how many people share it; one is open at a time. */
export function LooksEditor({
  party,
  settings,
  country,
  onChange,
}: {
  party: Party
  settings: FormSettings
  country: Country
  onChange: (party: Party) => void
}) {
  const t = reader(searchWords, country)
  const [open, setOpen] = useState(() =>
    Math.max(
      0,
      party.findIndex((look) => look.services.length === 0),
    ),
  )
  const order = settings.serviceTypes.flatMap((type) => type.services.map((service) => service.id))
  const labels = new Map(
    settings.serviceTypes.flatMap((type) => type.services.map((service) => [service.id, service.label])),
  )
  const places = placesIn(party)
  const limit = limitHit(party)
  return (
    <div className="stack gap-8">
      {party.map((look, index) => {
        const [from, to] = places[index] ?? [1, 1]
        const name = from === to ? t('who.person', { n: from }) : t('who.persons', { from, to })
        const isOpen = open === index
        return (
          <section key={from} className={classes(styles.look, isOpen && styles.open)} aria-label={name}>
            <div className={styles.lookHead}>
              <button
                type="button"
                className={classes('grow', styles.lookName)}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? -1 : index)}>
                <b className="bold">{name}</b>
                <span className="small muted">
                  {look.services.map((id) => labels.get(id) ?? id).join(', ') || t('who.empty')}
                </span>
              </button>
              <Stepper
                value={look.count}
                labels={{
                  fewer: `${name}: ${t('who.less')}`,
                  more: `${name}: ${t('who.more')}`,
                  remove: `${name}: ${t('who.remove')}`,
                }}
                onChange={(count) => onChange(setCount(party, index, count))}
                onRemove={() => {
                  onChange(removeLook(party, index))
                  setOpen(Math.max(0, index - 1))
                }}
              />
            </div>
            {isOpen && (
              <div className={styles.label}>
                <ServiceChoice
                  settings={settings}
                  country={country}
                  chosen={look.services}
                  onToggle={(id) => onChange(toggleService(party, index, id, order))}
                />
                {index > 0 && look.services.length === 0 && (party[0]?.services.length ?? 0) > 0 && (
                  <button type="button" className="link tap-target" onClick={() => onChange(sameAsFirst(party, index))}>
                    {t('who.same')}
                  </button>
                )}
                {look.count > 1 && (
                  <button
                    type="button"
                    className="link tap-target"
                    onClick={() => {
                      onChange(splitLook(party, index))
                      setOpen(index + 1)
                    }}>
                    {t('who.split')}
                  </button>
                )}
              </div>
            )}
          </section>
        )
      })}
      <button
        type="button"
        className={styles.addPerson}
        aria-disabled={limit !== null || undefined}
        onClick={() => {
          const next = addPerson(party)
          onChange(next)
          if (next !== party) setOpen(next.length - 1)
        }}>
        <Plus className="icon" aria-hidden="true" />
        {t('who.add')}
      </button>
      <p className="micro hint" role="status">
        {limit && t(limit)}
      </p>
    </div>
  )
}
