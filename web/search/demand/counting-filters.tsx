import { useEffect, useRef, useState } from 'react'
import type { QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { readFilterForm, writeFilters } from '#web/search/quotes/quote-filters.ts'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'

const restMs = 200

type Left = Pick<QuotesPage, 'counts' | 'skills'>

/**
 * Returns the artists that the form's filters leave and their skills (debounced), and those of the page until the
 * response arrives.
 */
function useCountLeft(page: QuotesPage, type: Mode): [Left, (form: HTMLFormElement) => void] {
  const [left, setLeft] = useState<Left>(page)
  const asked = useRef(0)
  useEffect(
    () => () => {
      asked.current++
    },
    [],
  )
  const recount = (form: HTMLFormElement) => {
    const mine = ++asked.current
    const filterBy = writeFilters(readFilterForm(new FormData(form)))
    setTimeout(async () => {
      if (asked.current !== mine) return
      const counted = await browserApi()
        .quotes.read({ quoteId: page.search.id, type, sortBy: page.sortBy, filterBy })
        .catch(() => null)
      if (counted && asked.current === mine) setLeft(counted)
    }, restMs)
  }
  return [left, recount]
}

export function CountingFilters({ page, type, ...rest }: Omit<FilterPanelProps, 'left' | 'countOf' | 'onChange'>) {
  const [left, recount] = useCountLeft(page, type)
  return (
    <FilterPanel
      {...rest}
      page={page}
      type={type}
      left={left.counts.shown[type].fits}
      countOf={(skill) => left.skills.find(({ id }) => id === skill)?.count ?? 0}
      onChange={recount}
    />
  )
}
