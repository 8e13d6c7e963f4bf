import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatDate, markets } from '#contract/format.ts'
import type { DemandArea } from '#contract/search/demand/demand.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { Table } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { SquareMap } from './square-map.tsx'
import styles from './demand-page.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)

export const clientLoader = requireSession(() => browserApi().demand.areas({}))

export const HydrateFallback = Undetermined

export default function DemandPage() {
  const { areas: all, refreshedAt } = useLoaderData<typeof clientLoader>()
  const [country, setCountry] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const areas = country ? all.filter(({ countryCode }) => countryCode === country) : all
  const area = areas.find(({ cell }) => cell === chosen) ?? areas[0]
  return (
    <ConsoleFrame
      title={t('operator.demand')}
      text={`${t('operator.demand.text')}${refreshedAt ? ` ${t('operator.demand.counted', { moment: formatOperatorMoment(refreshedAt) })}` : ''}`}>
      <div className={styles.demandCountry}>
        <SelectField
          label={t('operator.demand.country')}
          value={country}
          onChange={(event) => setCountry(event.target.value)}>
          <option value="">{t('operator.demand.everywhere')}</option>
          {countries.map((code) => (
            <option key={code} value={code}>
              {markets[code].name}
            </option>
          ))}
        </SelectField>
      </div>
      {area && (
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
      )}
      <Table
        caption={t('operator.demand')}
        count={areas.length}
        file="demand"
        loading={false}
        error={null}
        more={null}
        empty={t('operator.demand.empty')}
        columns={[
          t('operator.demand.area'),
          t('operator.demand.people'),
          t('operator.demand.searches'),
          t('operator.demand.without'),
          t('operator.demand.unanswered'),
          <span key="act" className="visually-hidden">
            {t('operator.demand.show')}
          </span>,
        ]}>
        {areas.map((each) => (
          <tr key={each.cell}>
            <td>
              <b>{each.place}</b> <span className="muted">{each.countryCode}</span>
            </td>
            <td className="tabular">{each.people}</td>
            <td className="tabular">{each.searches}</td>
            <td className="tabular">{each.withoutArtist}</td>
            <td className="tabular">{each.unanswered}</td>
            <td>
              <Button
                kind="secondary"
                size="small"
                aria-pressed={each.cell === area?.cell}
                aria-label={`${t('operator.demand.show')}: ${each.place}`}
                onClick={() => setChosen(each.cell)}>
                {t('operator.demand.show')}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {area && <Days area={area} />}
    </ConsoleFrame>
  )
}

function Days({ area }: { area: DemandArea }) {
  const caption = t('operator.demand.days', { place: area.place })
  return (
    <section className="stack gap-12" aria-label={caption}>
      <h2 className="heading-3">{caption}</h2>
      <Table
        caption={caption}
        count={area.days.length}
        file="demand-days"
        loading={false}
        error={null}
        more={null}
        empty={t('operator.demand.days.empty')}
        columns={[
          t('operator.demand.day'),
          t('operator.demand.category'),
          t('operator.demand.people'),
          t('operator.demand.without'),
          t('operator.demand.unanswered'),
          t('operator.demand.booked'),
        ]}>
        {area.days.map((day) => (
          <tr key={`${day.eventDate} ${day.category}`}>
            <td className={consoleStyles.keep}>{formatDate(day.eventDate, area.countryCode)}</td>
            <td>{day.category}</td>
            <td className="tabular">{day.people}</td>
            <td className="tabular">{day.withoutArtist}</td>
            <td className="tabular">{day.unanswered}</td>
            <td className="tabular">
              {day.bookedPercent === null ? t('operator.demand.booked.few') : `${day.bookedPercent}%`}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

export const ErrorBoundary = ConsoleError
