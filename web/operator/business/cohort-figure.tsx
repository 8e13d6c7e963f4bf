import type { CSSProperties } from 'react'
import { formatNumber, toPercent } from '#contract/format.ts'
import type { Cohort } from '#contract/operator/business.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { type Column, readTableData } from '#web/ui/figures/figure-table.tsx'
import { Figure, formatMonthName } from '#web/ui/figures/figure.tsx'
import tableStyles from '#web/ui/table.module.css'
import { businessMessages } from './business-messages.ts'
import styles from './business-page.module.css'

const t = createTranslator(businessMessages)

const [WIDE, LEFT, HIGH, HEAD] = [720, 120, 30, 24]

interface CohortFigureProps {
  title: string
  file: string
  means: string
  none: string
  months: readonly string[]
  cohorts: readonly Cohort[]
}

/** New people by month, and the share active in later months, darker for more. */
export function CohortFigure({ title, file, means, none, months, cohorts }: CohortFigureProps) {
  const people = cohorts.filter(({ size }) => size > 0)
  // Months without any booking are a sentence, not a row of zeros.
  const drawn = people.filter(({ active }) => active.some((n) => n > 0))
  const silent = people.reduce((sum, { size }) => sum + size, 0) - drawn.reduce((sum, { size }) => sum + size, 0)
  const columns: readonly Column<Cohort>[] = [
    { label: t('business.month'), value: ({ month }) => formatMonthName(month) },
    { label: t('business.came'), value: ({ size }) => size, shown: ({ size }) => formatNumber(size) },
    ...months.map((_, later) => ({
      label: t('business.later', { n: later }),
      value: ({ active }: Cohort) => active[later] ?? null,
      shown: ({ active }: Cohort) => (active[later] === undefined ? '' : formatNumber(active[later])),
    })),
  ]
  return (
    <Figure
      title={title}
      file={file}
      means={means}
      data={readTableData(title, columns, cohorts)}
      empty={people.length === 0 && <Empty title={none}>{t('business.none.text')}</Empty>}>
      {silent > 0 && (
        <p>{t(drawn.length > 0 ? 'business.cohort.silent' : 'business.cohort.silent.all', { n: silent })}</p>
      )}
      {drawn.length > 0 && <CohortChart label={title} months={months} cohorts={drawn} />}
    </Figure>
  )
}

interface CohortChartProps {
  label: string
  months: readonly string[]
  cohorts: readonly Cohort[]
}

function CohortChart({ label, months, cohorts }: CohortChartProps) {
  const step = (WIDE - LEFT) / (months.length + 1)
  return (
    <>
      <p className="small muted">{t('business.cohort.columns')}</p>
      <div role="group" className={tableStyles.tableScroll} aria-label={label} tabIndex={0}>
        <svg
          className={styles.cohorts}
          viewBox={`0 0 ${WIDE} ${HEAD + HIGH * cohorts.length}`}
          role="img"
          aria-label={t('business.cohort.chart')}>
          <text x={LEFT + step / 2} y="14" textAnchor="middle">
            {t('business.came')}
          </text>
          {months.map((month, later) => (
            <text key={month} x={LEFT + step * (later + 1.5)} y="14" textAnchor="middle">
              {later}
            </text>
          ))}
          {cohorts.map(({ month, size, active }, row) => (
            <g key={month} transform={`translate(0 ${HEAD + row * HIGH})`}>
              <text x="0" y="19">
                {formatMonthName(month)}
              </text>
              <text x={LEFT + step / 2} y="19" textAnchor="middle" className={styles.figure}>
                {formatNumber(size)}
              </text>
              {active.map((n, later) => {
                const share = toPercent(n, size)
                return (
                  <g key={months[later]}>
                    <rect
                      x={LEFT + step * (later + 1) + 1}
                      y="1"
                      width={step - 2}
                      height={HIGH - 2}
                      rx="4"
                      className={styles.cell}
                      style={{ '--share': `${Math.round(share)}%` } as CSSProperties}
                    />
                    <text
                      x={LEFT + step * (later + 1.5)}
                      y="19"
                      textAnchor="middle"
                      className={share > 50 ? styles.onFull : n > 0 ? styles.figure : undefined}>
                      {n > 0 ? t('business.share', { n: Math.round(share) }) : '–'}
                    </text>
                  </g>
                )
              })}
            </g>
          ))}
        </svg>
      </div>
    </>
  )
}
