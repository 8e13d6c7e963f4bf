import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { ReviewPage } from '#contract/reviews/reviews.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { useSite } from '#web/shell/site.ts'
import { Button, ButtonLink, getButtonClasses } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { InvalidReview } from './invalid-review.tsx'
import { reviewMessages } from './messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import reviewsStyles from './reviews.module.css'

const t = createTranslator(reviewMessages)

export const meta: MetaFunction = () => createHead({ title: t('post.meta.title'), publicUrl: '', noindex: true })

type Score = 1 | 2 | 3 | 4 | 5

/** Thanks for a review; uses its stored score, not the address. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { appointmentId = '', type = '', key = '' } = params
  try {
    const page = await serverApi(context).reviews.show({ appointmentId, type: type as ReviewPage['type'], key })
    if (!page.review || !/^[1-5]$/.test(params['score'] ?? '')) throw data(null, { status: 404 })
    return { page, score: page.review.score as Score, back: `/review/${appointmentId}/${type}/${key}?change=1` }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

export default function PostReviewPage() {
  const { page, score, back } = useLoaderData<typeof loader>()
  const site = useSite()
  const { firstName, slug, type, review } = page
  const mail = site?.business.supportEmail
  const share = async () => {
    const url = `${site?.publicUrl ?? ''}/@/${slug}`
    if (navigator.share) return navigator.share({ title: page.name, url }).catch(() => {})
    await navigator.clipboard.writeText(url).then(
      () => showToast('success', t('toast.copied')),
      () => showToast('info', url),
    )
  }
  if (type === 'provider') {
    return (
      <Thanks title={t('post.private.title')} text={t('post.private.text')}>
        <ButtonLink to="/dashboard">{t('post.private.back')}</ButtonLink>
      </Thanks>
    )
  }
  return (
    <Thanks
      title={t(`post.${score}.title`, { firstName })}
      text={t(`post.${score}.text`, { firstName })}
      face={<Avatar size={72} src={page.picture.src} alt="" />}
      stars={<Stars score={score} />}>
      {score >= 4 ? (
        <Button className="with-script" onClick={share}>
          {t('post.share', { firstName })}
        </Button>
      ) : mail ? (
        <a className={getButtonClasses({ kind: 'primary' })} href={`mailto:${mail}`}>
          {t('post.team')}
        </a>
      ) : (
        <ButtonLink to="/content/help">{t('post.team')}</ButtonLink>
      )}
      <ButtonLink kind="secondary" to={`/@/${slug}`}>
        {t('post.see', { firstName })}
      </ButtonLink>
      {review?.editable && (
        <ButtonLink kind="quiet" to={back}>
          {t('post.change')}
        </ButtonLink>
      )}
    </Thanks>
  )
}

function Thanks({
  title,
  text,
  face,
  stars,
  children,
}: {
  title: string
  text: string
  face?: React.ReactNode
  stars?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', reviewsStyles.reviewPage)}>
      {(face || stars) && (
        <div className="row gap-16">
          {face}
          {stars}
        </div>
      )}
      <h1 className="heading-1">{title}</h1>
      <p className="lead">{text}</p>
      <div className="row wrapping">{children}</div>
    </main>
  )
}

export { InvalidReview as ErrorBoundary }
