import { Form, Link } from 'react-router'
import { date, time } from '#contract/format.ts'
import type { QuotesPage, Rescue } from '#contract/search/quotes.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { counted } from '#contract/words.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { dayOf, placeOf, reasonsLine, wordsFor } from './quote-phrases.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './rescue-panel.module.css'

type Option = Rescue['options'][number]

/** What an option would change, and how many that gives. */
function optionText(option: Option, search: SavedSearch, serviceLabel: (id: string) => string): string {
  const t = wordsFor(search)
  const { change, count: n } = option
  const artists = counted(n, 'artist', 'artists')
  switch (option.kind) {
    case 'time':
      return t('quotes.rescue.time', { time: time(change.finishTime ?? ''), artists })
    case 'date':
      return t('quotes.rescue.date', {
        date: date(change.eventDate ?? search.appointmentSpot.eventDate, search.countryCode, new Date().getFullYear()),
        artists,
      })
    case 'area':
      return t('quotes.rescue.area', { place: change.place?.name ?? '', artists })
    case 'studio':
      return t('quotes.rescue.studio', { artists })
    case 'mobile':
      return t('quotes.rescue.mobile', { artists })
    case 'split':
      return t('quotes.rescue.split', { n, a: change.split?.[0] ?? 0, b: change.split?.[1] ?? 0 })
    case 'service':
      return t('quotes.rescue.service', { service: serviceLabel(change.service ?? ''), artists })
  }
}

/** Nothing found is never a dead end: why, and one-tap changes with what each gives. */
export function RescuePanel({
  page,
  rescue,
  serviceLabel,
}: {
  page: QuotesPage
  rescue: Rescue
  serviceLabel: (id: string) => string
}) {
  const t = wordsFor(page.search)
  const { search } = page
  const n = page.counts.people.fits
  return (
    <section className="card pad-24 stack" id="rescue" aria-labelledby="rescue-title">
      <h2 className="heading-3" id="rescue-title">
        {page.counts.candidates === 0
          ? t('quotes.rescue.title.nobody')
          : n === 0
            ? t('quotes.rescue.title')
            : t('quotes.rescue.title.few', { n })}
      </h2>
      <p>{reasonsLine(rescue.counts, search)}</p>
      <ul className={classes('stack gap-8', styles.rescueOptions)}>
        {rescue.options.map((option) => (
          <li key={JSON.stringify([option.kind, option.change])}>
            {option.kind === 'studio' || option.kind === 'mobile' ? (
              <Link
                className={buttonLook({ kind: 'secondary' }, styles.button)}
                to={`/quotes/${search.id}?type=${option.kind}`}
                preventScrollReset>
                {optionText(option, search, serviceLabel)}
              </Link>
            ) : (
              <Form method="post" action="/search">
                <input type="hidden" name="from" value={search.id} />
                <input type="hidden" name="change" value={JSON.stringify(option.change)} />
                <Button className={styles.button} type="submit" kind="secondary">
                  {optionText(option, search, serviceLabel)}
                </Button>
              </Form>
            )}
          </li>
        ))}
        {page.counts.candidates === 0 && (
          <li>
            <Link className={buttonLook({ kind: 'secondary' }, styles.button)} to="/content/places">
              {t('quotes.rescue.places')}
            </Link>
          </li>
        )}
      </ul>
      {search.mine && (
        <Form method="post" className={classes('row gap-8 wrapping', styles.rescueAlert)} noValidate preventScrollReset>
          <p className="grow">{t('quotes.rescue.alert.text', { place: placeOf(search), date: dayOf(search) })}</p>
          <input type="hidden" name="intent" value="alert" />
          <TextField label={t('quotes.rescue.alert.email')} name="email" type="email" autoComplete="email" required />
          <Button type="submit" kind="secondary">
            {t('quotes.rescue.alert')}
          </Button>
        </Form>
      )}
    </section>
  )
}
