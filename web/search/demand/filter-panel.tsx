import { formatMessage } from '#contract/i18n/messages.ts'
import { type CSSProperties, useState } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { formatMoney, markets, toPercent } from '#contract/format.ts'
import { filterHairTags } from '#contract/looks/likeness.ts'
import type { QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { type Filters, readFilterForm, writeFilters } from '#web/search/quotes/quote-filters.ts'
import { lookMessages } from '#web/search/looks/look-messages.ts'
import { listCardsOfMode } from '#web/search/quotes/quote-groups.tsx'
import { getQuotesTranslator } from '#web/search/quotes/quote-phrases.ts'
import { countByPrice } from './price-spread.ts'
import styles from '#web/search/quotes/filter-bar.module.css'
import priceStyles from './filter-panel.module.css'
import { Slider } from '#web/ui/fields/slider.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'

type Skill = QuotesPage['skills'][number]
/** The other skills are folded, so that the panel fits on a screen. */
const skillsInFront = 4

export interface FilterPanelProps {
  page: QuotesPage
  type: Mode
  filters: Filters
  /** Artists that the filters leave; by default those of the page. */
  left?: number
  /** Artists that are left if a skill is added; by default those of the page. */
  countOf?: (skill: string) => number
  onChange?: (form: HTMLFormElement) => void
  /** Closes the panel; without it the form is submitted natively. */
  onDone?: () => void
}

export function FilterPanel({
  page,
  type,
  filters,
  left = page.counts.shown[type].fits,
  countOf,
  onChange,
  onDone,
}: FilterPanelProps) {
  const t = getQuotesTranslator(page.search)
  const navigate = useNavigate()
  const { distance } = markets[page.search.countryCode]
  const isInFront = ({ id }: Skill, place: number) => place < skillsInFront || filters.skills.includes(id)
  const inFront = page.skills.filter(isInFront)
  const folded = page.skills.filter((skill, place) => !isInFront(skill, place))
  const tick = (skill: Skill) => (
    <Checkbox key={skill.id} name="skill" value={skill.id} defaultChecked={filters.skills.includes(skill.id)}>
      {skill.label} <span className="hint">{countOf?.(skill.id) ?? skill.count}</span>
    </Checkbox>
  )
  return (
    <Form
      method="get"
      preventScrollReset
      className={joinClasses('stack', styles.filterPanel)}
      onChange={(event) => onChange?.(event.currentTarget)}
      onSubmit={(event) => {
        if (!onDone) return
        event.preventDefault()
        onDone()
        const filterBy = writeFilters(readFilterForm(new FormData(event.currentTarget)))
        void navigate(`?${new URLSearchParams({ type, sortBy: page.sortBy, filterBy })}`, { preventScrollReset: true })
      }}>
      <input type="hidden" name="filter" value="form" />
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="sortBy" value={page.sortBy} />
      <PriceFields page={page} type={type} filters={filters} />
      <div className={styles.pair}>
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
        {filterHairTags(page.search.look?.tags ?? []).length > 0 && (
          <Checkbox name="hair" defaultChecked={filters.hair}>
            {formatMessage(lookMessages['look.filter'])}
          </Checkbox>
        )}
      </div>
      <fieldset className="stack gap-12">
        <legend className="title">{t('filter.skills')}</legend>
        <div className={styles.skillsGrid}>{inFront.map(tick)}</div>
        {folded.length > 0 && (
          <details>
            <summary className="small">{t('filter.skills.more', { n: folded.length })}</summary>
            <div className={styles.skillsGrid}>{folded.map(tick)}</div>
          </details>
        )}
      </fieldset>
      <div className={styles.filterFoot}>
        <Link
          className={getButtonClasses({ kind: 'quiet' })}
          to={`?type=${type}&sortBy=${page.sortBy}`}
          onClick={onDone}>
          {t('filter.clear')}
        </Link>
        <Button type="submit" className="grow">
          <span aria-live="polite">{t(`filter.show.${type}`, { n: left })}</span>
        </Button>
      </div>
    </Form>
  )
}

/** The price range: the spread of the loaded prices, two sliders over the prices of this search, and fields that show and take exact amounts. */
function PriceFields({ page, type, filters }: Pick<FilterPanelProps, 'page' | 'type' | 'filters'>) {
  const t = getQuotesTranslator(page.search)
  const { symbol } = markets[page.search.countryCode]
  const [from, setFrom] = useState(String(filters.price?.from ?? ''))
  const [to, setTo] = useState(String(filters.price?.to ?? ''))
  const [least, most] = page.priceRange ?? [0, 0]
  const within = (typed: string, other: number) => {
    const amount = typed === '' ? null : readNumber(typed)
    return amount === null ? other : Math.min(most, Math.max(least, amount))
  }
  const [low, high] = [within(from, least), within(to, most)]
  const at = (amount: number) => (amount - least) / (most - least)
  const prices = listCardsOfMode(page, type).flatMap(({ price }) => (price === null ? [] : [price]))
  const bars = countByPrice(prices, least, most)
  const highest = Math.max(...bars)
  // The fields change before the form reads them, because they are what it submits.
  const write = (slider: HTMLInputElement, name: 'from' | 'to', value: number, end: number) => {
    const typed = value === end ? '' : String(value)
    const field = slider.form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.value = typed
    if (name === 'from') setFrom(typed)
    else setTo(typed)
  }
  return (
    <fieldset className="stack gap-12">
      <legend className="title">{t('filter.price')}</legend>
      {most > least && (
        <div
          className={joinClasses('with-script', priceStyles.priceRange)}
          style={{ '--low': at(low), '--high': at(high) } as CSSProperties}>
          <div className={priceStyles.spread} aria-hidden="true">
            {bars.map((n, place) => {
              const middle = (place + 0.5) / bars.length
              return (
                <i
                  key={place}
                  data-in={(middle >= at(low) && middle <= at(high)) || undefined}
                  style={{ height: `${toPercent(n, highest)}%` }}
                />
              )
            })}
          </div>
          <Slider
            aria-label={t('filter.price.least')}
            aria-valuetext={formatMoney(low, page.search.currency)}
            value={low}
            least={least}
            most={most}
            onInput={({ currentTarget }) =>
              write(currentTarget, 'from', Math.min(currentTarget.valueAsNumber, high), least)
            }
            onChange={() => {}}
          />
          <Slider
            aria-label={t('filter.price.most')}
            aria-valuetext={formatMoney(high, page.search.currency)}
            value={high}
            least={least}
            most={most}
            onInput={({ currentTarget }) =>
              write(currentTarget, 'to', Math.max(currentTarget.valueAsNumber, low), most)
            }
            onChange={() => {}}
          />
        </div>
      )}
      <div className={styles.pair}>
        <NumberField
          label={t('filter.from')}
          name="from"
          prefix={symbol}
          value={from}
          onChange={setFrom}
          placeholder={page.priceRange ? String(least) : ''}
        />
        <NumberField
          label={t('filter.to')}
          name="to"
          prefix={symbol}
          value={to}
          onChange={setTo}
          placeholder={page.priceRange ? String(most) : ''}
        />
      </div>
    </fieldset>
  )
}
