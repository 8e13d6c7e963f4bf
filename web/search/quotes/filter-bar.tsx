import { ArrowUpDown, CalendarDays, SlidersHorizontal } from 'lucide-react'
import { lazy, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { SortBy } from '#contract/search/filter-by.ts'
import type { QuotesPage } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import daysAroundStyles from '#web/search/demand/days-around.module.css'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import chipsStyles from '#web/ui/fields/chips.module.css'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import fieldStyles from '#web/ui/fields/field.module.css'
import { Popdown } from '#web/ui/overlays/dialog.tsx'
import filterBarStyles from './filter-bar.module.css'
import { countFilters, type Filters, noFilters, readFilters } from './quote-filters.ts'
import { getQuotesTranslator } from './quote-phrases.ts'

// Rendered on the server only.
const FilterPanel = lazy(async () => ({ default: (await import('#web/search/demand/filter-panel.tsx')).FilterPanel }))

// Lazy-loaded when a pointer or the focus reaches its button.
const CountingFilters = createOptionalPart(
  () => import('#web/search/demand/counting-filters.tsx').then((m) => m.CountingFilters),
  () => <Missing />,
)

const sorts: readonly SortBy[] = ['recommended', 'price', 'rating', 'nearest', 'mostBooked']

/** Sort order: a form that submits on change, with a button if there is no script. */
export function SortForm({ page, type }: { page: QuotesPage; type: string }) {
  const t = getQuotesTranslator(page.search)
  const submit = useSubmit()
  return (
    <Form
      method="get"
      preventScrollReset
      className={filterBarStyles.sortForm}
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}>
      <input type="hidden" name="type" value={type} />
      {page.filterBy !== 'all' && <input type="hidden" name="filterBy" value={page.filterBy} />}
      <label className={joinClasses(fieldStyles.fieldBox, fieldStyles.hasArrow, filterBarStyles.sortSelect)}>
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
        <button type="submit" className={getButtonClasses({ kind: 'secondary', size: 'small' })}>
          {t('sort.label')}
        </button>
      </noscript>
    </Form>
  )
}

export function FilterBar({ page, linkFor }: { page: QuotesPage; linkFor: (filters: Filters) => string }) {
  const t = getQuotesTranslator(page.search)
  const filters = readFilters(page.filterBy)
  const on = countFilters(filters)
  const under = page.priceRange ? Math.ceil((page.priceRange[0] + page.priceRange[1]) / 2 / 50) * 50 : null
  const isUnder = under !== null && filters.price?.to === under && filters.price.from === null
  const quick = page.skills.slice(0, 6)
  const has = (skill: string) => filters.skills.includes(skill)
  return (
    <ul className={joinClasses('chip-row scrolling', filterBarStyles.chips)} aria-label={t('filter.title')}>
      <li className="with-script">
        <DaysAround search={page.search} />
      </li>
      {page.search.mine && (
        <li>
          <LinkChip to={`/quotes/${page.search.id}/look`} on={page.search.look !== undefined}>
            {t('filter.look')}
          </LinkChip>
        </li>
      )}
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
      {page.hasTeams && (
        <li>
          <LinkChip to={`/quotes/${page.search.id}/teams`}>{t('filter.teams')}</LinkChip>
        </li>
      )}
      {under !== null && (
        <li>
          <LinkChip to={linkFor({ ...filters, price: isUnder ? null : { from: null, to: under } })} on={isUnder}>
            {t('filter.price.chip', { amount: formatMoney(under, page.search.currency) })}
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

/** All filters: a bottom sheet on phones, a dropdown on desktop, inline without script. */
export function FiltersButton({ page, type }: { page: QuotesPage; type: Mode }) {
  const t = getQuotesTranslator(page.search)
  const [under, setUnder] = useState<{ right: number; bottom: number } | null>(null)
  const filters = readFilters(page.filterBy)
  const on = countFilters(filters)
  const label = on > 0 ? t('filter.active', { n: on }) : t('filter.title')
  const close = () => setUnder(null)
  return (
    <>
      <button
        type="button"
        className={joinClasses('with-script', chipsStyles.chip, on > 0 && chipsStyles.chosen, filterBarStyles.opener)}
        aria-haspopup="dialog"
        onPointerEnter={CountingFilters.ahead}
        onFocus={CountingFilters.ahead}
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
        <CountingFilters page={page} type={type} filters={filters} onDone={close} />
      </Popdown>
      <noscript>
        <details className={filterBarStyles.plainFilters}>
          <summary className={chipsStyles.chip}>{label}</summary>
          {import.meta.env.SSR && <FilterPanel page={page} type={type} filters={filters} />}
        </details>
      </noscript>
    </>
  )
}

// Lazy-loaded when the chip is first touched.
const DaysList = createOptionalPart(() => import('#web/search/demand/days-list.tsx').then((m) => m.DaysList), Missing)

/** The seven days around a search behind a chip, with number of artists and lowest price each. */
function DaysAround({ search }: { search: SavedSearch }) {
  const t = getQuotesTranslator(search)
  const [under, setUnder] = useState<{ right: number; bottom: number } | null>(null)
  return (
    <>
      <button
        type="button"
        className={joinClasses(chipsStyles.chip, daysAroundStyles.opener)}
        aria-haspopup="dialog"
        onPointerEnter={DaysList.ahead}
        onFocus={DaysList.ahead}
        onClick={(event) => {
          const { left, right, bottom } = event.currentTarget.getBoundingClientRect()
          setUnder({ right: Math.max(right, left + 420) + window.scrollX, bottom: bottom + window.scrollY })
        }}>
        <CalendarDays className="icon" aria-hidden="true" />
        {t('days.around')}
      </button>
      <Popdown
        open={under !== null}
        under={under ?? { right: 0, bottom: 0 }}
        onClose={() => setUnder(null)}
        title={t('days.around.title')}
        close={t('days.around.close')}>
        <DaysList search={search} open={under !== null} />
      </Popdown>
    </>
  )
}
