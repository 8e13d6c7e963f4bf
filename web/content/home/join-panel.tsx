import { type Country, reader } from '#contract/words.ts'
import { sitePicture } from '#web/content/site-pictures.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { homeWords } from './words.ts'

const joinPictures = (['join-1', 'join-2', 'join-3', 'join-4', 'join-5', 'join-6'] as const).map(sitePicture)

/** The invitation to artists at the foot of the front page. */
export function JoinPanel({ country }: { country: Country }) {
  const t = reader(homeWords, country)
  return (
    <section className="sec" aria-labelledby="join-panel">
      <div className="wrap">
        <div className="joinp fig on-fig">
          <div className="tx stack s24">
            <h2 className="d1" id="join-panel">
              {t('home.join.title')}
            </h2>
            <p className="lead">{t('home.join.text')}</p>
            <div className="row wrapx">
              <ButtonLink kind="search" size="large" to="/join">
                {t('home.join.action')}
              </ButtonLink>
              <ButtonLink kind="ghost" size="large" to="/join#steps">
                {t('home.join.more')}
              </ButtonLink>
            </div>
          </div>
          <div className="tiles">
            {joinPictures.map((picture) => (
              <Pan key={picture.src} src={picture.src} alt="" width={200} height={200} />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
