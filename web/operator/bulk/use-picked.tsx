import { type ReactNode, useState } from 'react'
import { reader } from '#contract/words.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { bulkWords } from './bulk-words.ts'
import styles from './bulk.module.css'

const t = reader(bulkWords)

/** Which rows of a list are chosen; those that it shows no longer are not. */
export function usePicked(shown: readonly { id: string }[]) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const picked = shown.flatMap(({ id }) => (kept.has(id) ? id : []))
  return {
    picked,
    /** All that is shown, or none of it. */
    pickAll: (on: boolean) => setKept(new Set(on ? shown.map(({ id }) => id) : [])),
    /** A row’s first cell with a box to choose the row by. */
    pick: (id: string, name: string, children: ReactNode) => (
      <div className={styles.pick}>
        <Checkbox
          checked={kept.has(id)}
          onChange={({ target: { checked } }) =>
            setKept((now) => new Set(checked ? [...now, id] : [...now].filter((other) => other !== id)))
          }>
          <span className="visually-hidden">{t('bulk.pick', { name })}</span>
        </Checkbox>
        <div>{children}</div>
      </div>
    ),
  }
}
export type Picked = ReturnType<typeof usePicked>
