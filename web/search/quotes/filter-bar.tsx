import { SlidersHorizontal } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import { markets, money } from '#contract/format.ts'
import type { QuotesPage, SortBy } from '#contract/search/quotes.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { countFilters, type Filters, noFilters, readFilters } from './quote-filters.ts'
import { wordsFor } from './quote-phrases.ts'
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

/** One-tap filters as links, and the panel with all of them. */
export function FilterBar({
  page,
  type,
  linkFor,
}: {
  page: QuotesPage
  type: string
  linkFor: (filters: Filters) => string
}) {
  const t = wordsFor(page.search)
  const filters = readFilters(page.filterBy)
  const on = countFilters(filters)
  const under = page.priceRange ? Math.ceil((page.priceRange[0] + page.priceRange[1]) / 2 / 50) * 50 : null
  const isUnder = under !== null && filters.price?.to === under && filters.price.from === null
  const quick = page.skills.slice(0, 4)
  const has = (skill: string) => filters.skills.includes(skill)
  return (
    <div className={styles.filters}>
      <details>
        <summary className={chipsStyles.chip}>
          <SlidersHorizontal className="icon" aria-hidden="true" />
          {on > 0 ? t('filter.active', { n: on }) : t('filter.title')}
        </summary>
        <FilterPanel page={page} type={type} filters={filters} />
      </details>
      <ul className="chip-row scrolling" aria-label={t('filter.title')}>
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
        {on > 0 && (
          <li>
            <LinkChip to={linkFor(noFilters)}>{t('filter.clear')}</LinkChip>
          </li>
        )}
      </ul>
    </div>
  )
}

function FilterPanel({ page, type, filters }: { page: QuotesPage; type: string; filters: Filters }) {
  const t = wordsFor(page.search)
  const { symbol, distance } = markets[page.search.countryCode]
  return (
    <Form method="get" preventScrollReset className={classes('card pad-24 stack', styles.filterPanel)}>
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
      <Button type="submit">{t('filter.title')}</Button>
    </Form>
  )
}
