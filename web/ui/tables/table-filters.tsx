import { ListFilter, Search, X } from 'lucide-react'
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/fields/field.module.css'
import styles from './table-filters.module.css'

const filterMessages = defineMessages({
  'filters.any': '{label}: all',
  'filters.show': 'Filters',
  'filters.apply': 'Apply',
  'filters.active': 'Active filters',
  'filters.chip': '{label}: {value}',
  'filters.clear': 'Clear {filter}',
  'filters.clear.all': 'Clear filters',
})

const t = createTranslator(filterMessages)

/** Delay after the last key before a typed filter applies. */
const TYPING_MS = 300

/** A filter of a list, kept in the address under its name: a choice, or typed text or a day. */
export interface TableFilter {
  name: string
  label: string
  options?: readonly (readonly [value: string, label: string])[]
  type?: 'text' | 'date'
  /** Value that applies without a parameter in the address; such a filter has no option for all. */
  usual?: string
}

/**
 * Search and filters of a table. Each change applies at once and replaces the address; typing applies after a pause.
 * Every active filter has a chip that clears it, unless it always has a value.
 */
export function TableFilters({
  search,
  maxLength = 100,
  filters = [],
}: {
  search?: string
  maxLength?: number
  filters?: readonly TableFilter[]
}) {
  const id = useId()
  const [asked, setAsked] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const apply = (changes: Readonly<Record<string, string>>) =>
    setAsked(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const active = filters.flatMap(({ name, label, options, usual }) => {
    const value = asked.get(name)
    if (!value || usual !== undefined) return []
    return [{ name, text: t('filters.chip', { label, value: options?.find(([one]) => one === value)?.[1] ?? value }) }]
  })
  // The form is complete without the script's handlers, so that it can also be submitted.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    apply(Object.fromEntries([...typed].map(([name, value]) => [name, String(value).trim()])))
  }
  return (
    <form className={styles.filters} role="search" onSubmit={submit}>
      {search && (
        <TypedFilter
          className={styles.search}
          name="text"
          label={search}
          type="search"
          maxLength={maxLength}
          value={asked.get('text') ?? ''}
          onApply={(text) => apply({ text })}
        />
      )}
      {filters.length > 0 && (
        <>
          <IconButton
            label={t('filters.show')}
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}>
            <ListFilter className="icon" aria-hidden="true" />
          </IconButton>
          <div id={id} className={joinClasses(styles.fields, isOpen && styles.isOpen)}>
            {filters.map(({ name, label, options, type, usual }) =>
              options ? (
                <div key={name} className={joinClasses(fieldStyles.fieldBox, fieldStyles.hasArrow, styles.box)}>
                  <label htmlFor={`${id}-${name}`} className="visually-hidden">
                    {label}
                  </label>
                  <select
                    id={`${id}-${name}`}
                    name={name}
                    value={asked.get(name) ?? usual ?? ''}
                    onChange={({ target }) => apply({ [name]: target.value })}>
                    {usual === undefined && <option value="">{t('filters.any', { label })}</option>}
                    {options.map(([value, option]) => (
                      <option key={value} value={value}>
                        {option}
                      </option>
                    ))}
                  </select>
                </div>
              ) : (
                <TypedFilter
                  key={name}
                  name={name}
                  label={label}
                  type={type ?? 'text'}
                  {...(type !== 'date' && { maxLength: 30 })}
                  value={asked.get(name) ?? ''}
                  onApply={(value) => apply({ [name]: value })}
                />
              ),
            )}
          </div>
        </>
      )}
      <noscript>
        <Button type="submit" kind="secondary" size="small">
          {t('filters.apply')}
        </Button>
      </noscript>
      {active.length > 0 && (
        <ul className={styles.chips} aria-label={t('filters.active')}>
          {active.map(({ name, text }) => (
            <li key={name}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t('filters.clear', { filter: text })}
                onClick={() => apply({ [name]: '' })}>
                {text}
                <X className="icon" aria-hidden="true" />
              </button>
            </li>
          ))}
          {active.length > 1 && (
            <li>
              <button
                type="button"
                className="link small tap-target"
                onClick={() => apply(Object.fromEntries(active.map(({ name }) => [name, ''])))}>
                {t('filters.clear.all')}
              </button>
            </li>
          )}
        </ul>
      )}
    </form>
  )
}

interface TypedFilterProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  value: string
  onApply: (value: string) => void
}

/** A typed filter. Keeps what is typed until it applies, and shows the value of the address when that changes. */
function TypedFilter({ label, value, className, type, onApply, ...input }: TypedFilterProps) {
  const [typed, setTyped] = useState({ text: value, of: value })
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (typed.of !== value) setTyped({ text: typed.text.trim() === value ? typed.text : value, of: value })
  const isDate = type === 'date'
  return (
    <div className={joinClasses(fieldStyles.fieldBox, styles.box, className)}>
      {type === 'search' && <Search className="icon" aria-hidden="true" />}
      <label htmlFor={id} className={isDate ? 'small muted' : 'visually-hidden'}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        value={typed.text}
        placeholder={isDate ? undefined : label}
        onChange={({ target }) => {
          setTyped({ text: target.value, of: value })
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onApply(target.value.trim()), isDate ? 0 : TYPING_MS)
        }}
      />
    </div>
  )
}
