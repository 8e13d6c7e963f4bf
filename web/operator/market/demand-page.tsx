import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatDate, markets } from '#contract/format.ts'
import type { DemandArea } from '#contract/search/demand/demand.ts'
import { CountryCode } from '#contract/values.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, WholeTable } from '#web/operator/table.tsx'
import { formatOperatorMoment, toLocalDay } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { buildHeat, HeatMap, type Measure } from './heat-map.tsx'
import { SquareMap } from './square-map.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const measures: readonly Measure[] = ['withoutArtist', 'unanswered', 'people']

export const clientLoader = requireSession(async ({ request }) => {
  const { country, measure } = buildTableQuery(request, ['country', 'measure'])
  const countryCode = CountryCode.safeParse(country)
  return {
    ...(await browserApi().demand.areas(countryCode.success ? { countryCode: countryCode.data } : {})),
    measure: measures.find((one) => one === measure) ?? 'withoutArtist',
    today: toLocalDay(new Date().toISOString()),
  }
})

export const HydrateFallback = Undetermined

export default function DemandPage() {
  const { areas, refreshedAt, measure, today } = useLoaderData<typeof clientLoader>()
  const [chosen, setChosen] = useState<number | null>(null)
  const heat = buildHeat(areas, measure, today)
  const area = areas.find(({ cell }) => cell === chosen) ?? heat.rows[0]?.area
  return (
    <ConsoleFrame
      title={t('operator.demand')}
      text={`${t('operator.demand.text')}${refreshedAt ? ` ${t('operator.demand.counted', { moment: formatOperatorMoment(refreshedAt) })}` : ''}`}>
      <div className={consoleStyles.toolbar}>
        <TableFilters
          filters={[
            {
              name: 'measure',
              label: t('operator.demand.measure'),
              usual: measure,
              options: measures.map((one) => [one, t(`operator.demand.measure.${one}`)]),
            },
            {
              name: 'country',
              label: t('operator.demand.country'),
              options: countries.map((code) => [code, markets[code].name]),
            },
          ]}
        />
      </div>
      {area ? (
        <>
          <HeatMap
            caption={t('operator.demand.heat', { measure: t(`operator.demand.measure.${measure}`) })}
            heat={heat}
            chosen={area.cell}
            onChoose={setChosen}
          />
          <Days area={area} />
          <SquareMap
            label={t('operator.demand.map', { place: area.place })}
            dots={areas.map((each) => ({
              ...each,
              n: each.withoutArtist,
              said: `${each.place}, ${t('operator.demand.without')}: ${each.withoutArtist}`,
            }))}
            middle={area}
            country={area.countryCode}
            onChoose={setChosen}
          />
        </>
      ) : (
        <Empty drawing="calendar" title={t('operator.demand.empty')}>
          {t('operator.demand.empty.text')}
        </Empty>
      )}
    </ConsoleFrame>
  )
}

function Days({ area }: { area: DemandArea }) {
  const caption = t('operator.demand.days', { place: area.place })
  return (
    <section className="stack gap-12" aria-label={caption}>
      <h2 className="heading-3">{caption}</h2>
      <WholeTable
        file="demand-days"
        caption={caption}
        rows={area.days}
        rowKey={({ eventDate, category }) => `${eventDate} ${category}`}
        empty={<Empty title={t('operator.demand.days.empty')} />}
        columns={[
          {
            id: 'day',
            label: t('operator.demand.day'),
            kind: 'date',
            cell: ({ eventDate }) => formatDate(eventDate, area.countryCode),
          },
          { id: 'category', label: t('operator.demand.category'), width: 100, cell: ({ category }) => category },
          {
            id: 'people',
            label: t('operator.demand.people'),
            kind: 'number',
            isLabelled: true,
            cell: ({ people }) => people,
          },
          {
            id: 'without',
            label: t('operator.demand.without'),
            kind: 'number',
            isLead: true,
            cell: ({ withoutArtist }) => withoutArtist,
          },
          {
            id: 'unanswered',
            label: t('operator.demand.unanswered'),
            kind: 'number',
            isLabelled: true,
            cell: ({ unanswered }) => unanswered,
          },
          {
            id: 'booked',
            label: t('operator.demand.booked'),
            kind: 'number',
            isLabelled: true,
            cell: ({ bookedPercent }) =>
              bookedPercent === null ? t('operator.demand.booked.few') : `${bookedPercent}%`,
          },
        ]}
      />
    </section>
  )
}

export const ErrorBoundary = ConsoleError
