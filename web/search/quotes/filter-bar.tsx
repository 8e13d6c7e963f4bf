import { useEffect, useRef, useState } from 'react'
import { ArrowUpDown, SlidersHorizontal } from 'lucide-react'
import { Form, Link, useNavigate, useSubmit } from 'react-router'
import { markets, money } from '#contract/format.ts'
import type { QuotesPage, SortBy } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Popdown } from '#web/ui/overlays/dialog.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { countFilters, type Filters, filtersOfForm, noFilters, readFilters, writeFilters } from './quote-filters.ts'
import { wordsFor } from './quote-phrases.ts'
import { DaysAround } from '#web/search/demand/days-around.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './filter-bar.module.css'
import fieldStyles from '#web/ui/fields/field.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'

const sorts: readonly SortBy[] = ['recommended', 'price', 'rating', 'nearest', 'mostBooked']

/** The order of the cards: a form that sends itself where scripts run, and has a button where they do not. */
export function SortForm({ page, type }: { page: QuotesPage; type: string }) {
  const t = wordsFor(page.search)
  const submit = useSubmit()
  return (
    <Form
      method="get"
      preventScrollReset
      className={styles.sortForm}
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}>
      <input type="hidden" name="type" value={type} />
      {page.filterBy !== 'all' && <input type="hidden" name="filterBy" value={page.filterBy} />}
      <label className={classes(fieldStyles.fieldBox, fieldStyles.hasArrow, styles.sortSelect)}>
        <ArrowUpDown className="icon narrow-only" aria-hidden="true" />
        <span className="visually-hidden">{t('sort.label')}</span>
        <select name="sortBy" defaultValue={page.sortBy}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className={buttonLook({ kind: 'secondary', size: 'small' })}>
          {t('sort.label')}
        </button>
      </noscript>
    </Form>
  )
}

/** One-tap filters as links, in a row that scrolls. */
export function FilterBar({ page, linkFor }: { page: QuotesPage; linkFor: (filters: Filters) => string }) {
  const t = wordsFor(page.search)
  const filters = readFilters(page.filterBy)
  const on = countFilters(filters)
  const under = page.priceRange ? Math.ceil((page.priceRange[0] + page.priceRange[1]) / 2 / 50) * 50 : null
  const isUnder = under !== null && filters.price?.to === under && filters.price.from === null
  const quick = page.skills.slice(0, 6)
  const has = (skill: string) => filters.skills.includes(skill)
  return (
    <ul className={classes('chip-row scrolling', styles.chips)} aria-label={t('filter.title')}>
      <li className="with-script">
        <DaysAround search={page.search} />
      </li>
      {on > 0 && (
        <li>
          <LinkChip to={linkFor(noFilters)}>{t('filter.clear')}</LinkChip>
        </li>
      )}
      <li>
        <LinkChip to={linkFor({ ...filters, instant: !filters.instant })} on={filters.instant}>
          {t('filter.instant')}
        </LinkChip>
      </li>
      {under !== null && (
        <li>
          <LinkChip to={linkFor({ ...filters, price: isUnder ? null : { from: null, to: under } })} on={isUnder}>
            {t('filter.price.chip', { amount: money(under, page.search.currency) })}
          </LinkChip>
        </li>
      )}
      {quick.map((skill) => (
        <li key={skill.id}>
          <LinkChip
            to={linkFor({
              ...filters,
              skills: has(skill.id) ? filters.skills.filter((s) => s !== skill.id) : [...filters.skills, skill.id],
            })}
            on={has(skill.id)}>
            {skill.label}
          </LinkChip>
        </li>
      ))}
    </ul>
  )
}

/** All filters behind one button: a sheet on a phone, a popdown beside a mouse, and in the page itself where no script runs. */
export function FiltersButton({ page, type }: { page: QuotesPage; type: Mode }) {
  const t = wordsFor(page.search)
  const [under, setUnder] = useState<{ right: number; bottom: number } | null>(null)
  const filters = readFilters(page.filterBy)
  const on = countFilters(filters)
  const label = on > 0 ? t('filter.active', { n: on }) : t('filter.title')
  const close = () => setUnder(null)
  return (
    <>
      <button
        type="button"
        className={classes('with-script', chipsStyles.chip, on > 0 && chipsStyles.chosen, styles.opener)}
        aria-haspopup="dialog"
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect()
          setUnder({ right: right + window.scrollX, bottom: bottom + window.scrollY })
        }}>
        <SlidersHorizontal className="icon" aria-hidden="true" />
        <span>{label}</span>
      </button>
      <Popdown
        open={under !== null}
        under={under ?? { right: 0, bottom: 0 }}
        onClose={close}
        title={t('filter.title')}
        close={t('filter.close')}>
        <FilterPanel page={page} type={type} filters={filters} onDone={close} />
      </Popdown>
      <noscript>
        <details className={styles.plainFilters}>
          <summary className={chipsStyles.chip}>{label}</summary>
          <FilterPanel page={page} type={type} filters={filters} />
        </details>
      </noscript>
    </>
  )
}

const restMs = 200

/** How many the filters of the form would leave, asked anew whenever it has changed and rested; until then as many as are shown. */
function useCountLeft(page: QuotesPage, type: Mode): [number, (form: HTMLFormElement) => void] {
  const [left, setLeft] = useState(page.counts.shown[type])
  const asked = useRef(0)
  useEffect(
    () => () => {
      asked.current++
    },
    [],
  )
  const recount = (form: HTMLFormElement) => {
    const mine = ++asked.current
    const filterBy = writeFilters(filtersOfForm(new FormData(form)))
    setTimeout(async () => {
      if (asked.current !== mine) return
      const counted = await browserApi()
        .quotes.read({ quoteId: page.search.id, type, sortBy: page.sortBy, filterBy })
        .catch(() => null)
      if (counted && asked.current === mine) setLeft(counted.counts.shown[type])
    }, restMs)
  }
  return [left, recount]
}

function FilterPanel({
  page,
  type,
  filters,
  onDone,
}: {
  page: QuotesPage
  type: Mode
  filters: Filters
  onDone?: () => void
}) {
  const t = wordsFor(page.search)
  const [left, recount] = useCountLeft(page, type)
  const navigate = useNavigate()
  const { symbol, distance } = markets[page.search.countryCode]
  return (
    <Form
      method="get"
      preventScrollReset
      className={classes('stack', styles.filterPanel)}
      onChange={(event) => recount(event.currentTarget)}
      onSubmit={(event) => {
        if (!onDone) return
        event.preventDefault()
        onDone()
        const filterBy = writeFilters(filtersOfForm(new FormData(event.currentTarget)))
        void navigate(`?${new URLSearchParams({ type, sortBy: page.sortBy, filterBy })}`, { preventScrollReset: true })
      }}>
      <input type="hidden" name="filter" value="form" />
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="sortBy" value={page.sortBy} />
      <fieldset className="stack gap-12">
        <legend className="title">{t('filter.price')}</legend>
        <div className="field-grid even">
          <TextField
            label={t('filter.from')}
            name="from"
            inputMode="numeric"
            prefix={symbol}
            defaultValue={filters.price?.from ?? ''}
            placeholder={page.priceRange ? String(page.priceRange[0]) : ''}
          />
          <TextField
            label={t('filter.to')}
            name="to"
            inputMode="numeric"
            prefix={symbol}
            defaultValue={filters.price?.to ?? ''}
            placeholder={page.priceRange ? String(page.priceRange[1]) : ''}
          />
        </div>
      </fieldset>
      <div className="field-grid even">
        <SelectField label={t('filter.rating')} name="rating" defaultValue={filters.rating ?? ''}>
          <option value="">{t('filter.all')}</option>
          {[4, 4.5, 4.8].map((least) => (
            <option key={least} value={least}>
              {t('filter.rating.chip', { score: String(least) })}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('filter.distance')} name="distance" defaultValue={filters.distance ?? ''}>
          <option value="">{t('filter.all')}</option>
          {[2, 5, 10, 20].map((most) => (
            <option key={most} value={most}>
              {t('filter.distance.chip', { distance: `${most} ${distance}` })}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="row gap-16 wrapping">
        <Checkbox name="instant" defaultChecked={filters.instant}>
          {t('filter.instant')}
        </Checkbox>
        <Checkbox name="featured" defaultChecked={filters.featured}>
          {t('filter.featured')}
        </Checkbox>
      </div>
      <fieldset className="stack gap-12">
        <legend className="title">{t('filter.skills')}</legend>
        <div className={styles.skillsGrid}>
          {page.skills.map((skill) => (
            <Checkbox key={skill.id} name="skill" value={skill.id} defaultChecked={filters.skills.includes(skill.id)}>
              {skill.label} <span className="hint">{skill.count}</span>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className={styles.filterFoot}>
        <Link className={buttonLook({ kind: 'quiet' })} to={`?type=${type}&sortBy=${page.sortBy}`} onClick={onDone}>
          {t('filter.clear')}
        </Link>
        <Button type="submit" className="grow">
          <span aria-live="polite">{t('filter.show', { n: left })}</span>
        </Button>
      </div>
    </Form>
  )
}
