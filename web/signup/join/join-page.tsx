import { useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDuration, markets, formatMoney } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { buildFaqSchema } from '#web/content/home/faqs.ts'
import { loadLandingEdit, prependPicture, applyLandingEdit } from '#web/content/landing-edit.ts'
import { Palette, useViewer } from '#web/content/palette.tsx'
import { Section, Split } from '#web/content/section.tsx'
import { SentenceLines } from '#web/content/sentence-lines.tsx'
import { heroPalette, getSitePicture } from '#web/content/site-pictures.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { visitContext } from '#web/platform/context.ts'
import { createHead } from '#web/platform/head.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { joinMessages } from '#web/signup/messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useInView } from '#web/ui/visibility.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { FaqList } from '#web/ui/faq.tsx'
import fieldStyles from '#web/ui/fields/field.module.css'
import { Slider } from '#web/ui/fields/slider.tsx'
import howStepsStyles from '#web/ui/how-steps.module.css'
import priceLinesStyles from '#web/ui/price-lines.module.css'
import { estimateMonth, sketchPercent } from './earnings.ts'
import styles from './join-page.module.css'
import { formatHeadline, listOtherVariants, getCanonicalAddress, getVariant } from './variants.ts'

/** Country-independent texts. */
const t = createTranslator(joinMessages)

const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Questions and answers; verification time only with at least ten measured decisions. */
const faqsOf = (paceMinutes: number | null) =>
  (['1', '2', '3', '4', '5', '6', '7', '8'] as const)
    .filter((n) => n !== '4' || paceMinutes !== null)
    .map((n) => ({
      _id: n,
      question: t(`join.faq.${n}.q`),
      answer: formatMessage(joinMessages[`join.faq.${n}.a`], {
        percent: sketchPercent,
        duration: paceMinutes === null ? null : formatDuration(paceMinutes),
      }),
    }))

const pictures = [
  ...(['join-3', 'join-1', 'join-2', 'join-5'] as const).map(getSitePicture),
  ...heroPalette.slice(3, 8),
  getSitePicture('join-6'),
]

export const handle: PageFrame = { header: 'fig' }

type Loaded = Awaited<ReturnType<typeof loader>>

/** Returns the texts of a recruitment page with an operator's edits. */
function wordsOf({ variant, path, paceMinutes, edit }: Loaded, country: Country) {
  const { text } = variant
  const bannerTitle = formatHeadline(variant, country)
  const found =
    getCanonicalAddress(path) === '/join'
      ? { title: t('join.meta.title'), description: t('join.meta.description') }
      : { title: t('join.meta.variant', { headline: bannerTitle.replace(/\.$/, '') }), description: text }
  return applyLandingEdit({ ...found, bannerTitle, bannerText: text, faqs: faqsOf(paceMinutes) }, edit)
}

export const meta: MetaFunction<typeof loader> = ({ matches, location, loaderData }) => {
  if (!loaderData) return createHead({ title: t('join.meta.title'), publicUrl: getPublicUrl(matches), noindex: true })
  const { title, description, faqs } = wordsOf(loaderData, loaderData.visitorCountry)
  // The variants are pages of campaigns. They differ from the main page in a headline only.
  const isMain = getCanonicalAddress(location.pathname.replace(/\/$/, '')) === '/join'
  return createHead({
    title,
    description,
    path: '/join',
    canonical: '/join',
    noindex: !isMain,
    publicUrl: getPublicUrl(matches),
    schemas: isMain ? [buildFaqSchema(faqs)] : [],
  })
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').replace(/\/$/, '')
  const variant = getVariant(path)
  if (!variant) throw new Response('', { status: 404 })
  const [{ minutes }, edit] = await Promise.all([serverApi(context).signup.pace({}), loadLandingEdit(context, path)])
  return { variant, path, paceMinutes: minutes, edit, visitorCountry: context.get(visitContext).country }
}

export default function JoinPage() {
  const loaded = useLoaderData<typeof loader>()
  const country = usePageCountry()
  const own = createTranslator(joinMessages, country)
  const { inView: actionInView, ref: actionRef } = useInView(true)
  const { variant, path, edit } = loaded
  const register = `/signup/profile/register?from=${path}`
  const { bannerTitle: headline, bannerText, faqs } = wordsOf(loaded, country)
  const shown = prependPicture(pictures, edit)
  const { open, viewer } = useViewer(shown, headline)
  return (
    <main id="main" tabIndex={-1}>
      <div className="fig-ground on-fig">
        <div className={joinClasses('page-width', styles.joinHero)}>
          <div className="stack gap-24">
            <h1 className="heading-hero">
              <SentenceLines text={headline} mark />
            </h1>
            <p className="lead">{bannerText}</p>
            <div ref={actionRef} className="row wrapping">
              <ButtonLink kind="search" size="large" to={register}>
                {t('join.action')}
              </ButtonLink>
              <ButtonLink kind="ghost" size="large" to="#steps">
                {t('join.steps.link')}
              </ButtonLink>
            </div>
          </div>
          <Palette pictures={shown} large={[0, 7]} title={headline} onOpen={open} />
        </div>
        {viewer}
      </div>
      <EarningsSketch country={country} />
      <Section title={t('join.proof.title')} sunken>
        <ul className={howStepsStyles.howSteps}>
          {(['1', '2', '3'] as const).map((n) => (
            <li key={n}>
              <h3 className="title">{t(`join.proof.${n}.title`)}</h3>
              <p>{t(`join.proof.${n}.text`)}</p>
            </li>
          ))}
        </ul>
        <p className="lead">{own(`join.place.${variant.place}`)}</p>
      </Section>
      <div id="steps" className={styles.joinSteps}>
        <Section title={t('join.steps.title')} tight={false}>
          <p className="lead">{t('join.steps.text')}</p>
          <ol className={styles.twelve}>
            {steps.map((n) => (
              <li key={n}>
                <b className={styles.number} aria-hidden="true">
                  {n}
                </b>
                <span className="bold">{t(`join.step.${n}`)}</span>
              </li>
            ))}
          </ol>
        </Section>
      </div>
      <Split title={t('join.faq.title')}>
        <FaqList faqs={faqs} />
      </Split>
      <details className="page-width section tight">
        <summary>{t('join.ways.title')}</summary>
        <ul className="row wrapping gap-16">
          {listOtherVariants(path, country).map((way) => (
            <li key={way.path}>
              <Link className="link tap-target" to={way.path}>
                {way.headline}
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <section className="page-width section tight stack" aria-labelledby="closing">
        <h2 className="heading-2" id="closing">
          {t('join.closing.title')}
        </h2>
        <p className="lead">{t('join.closing.text')}</p>
        <div className="row wrapping">
          <ButtonLink kind="primary" size="large" to={register}>
            {t('join.action')}
          </ButtonLink>
          <ButtonLink kind="quiet" size="large" to="/login">
            {t('join.login')}
          </ButtonLink>
        </div>
      </section>
      {!actionInView && (
        <div className="foot-search narrow-only">
          <ButtonLink kind="search" full to={register}>
            {t('join.action')}
          </ButtonLink>
        </div>
      )}
    </main>
  )
}

/** Example prices by country. */
const prices: Readonly<Record<Country, number>> = { AU: 130, CA: 120, GB: 80, US: 110 }

function EarningsSketch({ country }: { country: Country }) {
  const { currency } = markets[country]
  const price = prices[country]
  const [bookings, setBookings] = useState(3)
  const month = estimateMonth(bookings, price)
  return (
    <section className="page-width section" aria-labelledby="sketch">
      <div className={joinClasses('field-grid even', styles.sketch)}>
        <div className="stack gap-24">
          <h2 className="heading-1" id="sketch">
            {t('join.sketch.title')}
          </h2>
          <p className="lead">{t('join.sketch.text')}</p>
          <div className={fieldStyles.field}>
            <label className="row space-between" htmlFor="bookings">
              {t('join.sketch.bookings')}
              <b className={joinClasses('number', styles.sketchCount)}>{bookings}</b>
            </label>
            <Slider id="bookings" least={1} most={7} value={bookings} onChange={setBookings} />
          </div>
          <p className="small hint">{t('join.sketch.note')}</p>
        </div>
        <div className="card pad-32 stack gap-12" role="status">
          <span className="small muted">
            {t('join.sketch.example', { n: bookings, price: formatMoney(price, currency) })}
          </span>
          <span className={joinClasses('number', styles.sketchSum)}>{formatMoney(month.yours, currency)}</span>
          <span className="muted">{t('join.sketch.result', { amount: '' }).trim()}</span>
          <hr className="divider" />
          <dl className={joinClasses('small', priceLinesStyles.lines)}>
            <div>
              <dt>{t('join.sketch.customers')}</dt>
              <dd>{formatMoney(month.customers, currency)}</dd>
            </div>
            <div>
              <dt>{t('join.sketch.fee')}</dt>
              <dd>{formatMoney(month.fee, currency)}</dd>
            </div>
            <div className={priceLinesStyles.total}>
              <dt>{t('join.sketch.yours')}</dt>
              <dd>{formatMoney(month.yours, currency)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  )
}
