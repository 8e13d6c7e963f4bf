import { type Country, reader } from '#contract/words.ts'
import { sitePicture } from '#web/content/site-pictures.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { homeWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './join-panel.module.css'

const joinPictures = (['join-1', 'join-2', 'join-3', 'join-4', 'join-5', 'join-6'] as const).map(sitePicture)

/** The invitation to artists at the foot of the front page. */
export function JoinPanel({ country }: { country: Country }) {
  const t = reader(homeWords, country)
  return (
    <section className="section" aria-labelledby="join-panel">
      <div className="page-width">
        <div className={classes('fig-ground on-fig', styles.joinPanel)}>
          <div className={classes('stack gap-24', styles.text)}>
            <h2 className="heading-1" id="join-panel">
              {t('home.join.title')}
            </h2>
            <p className="lead">{t('home.join.text')}</p>
            <div className="row wrapping">
              <ButtonLink kind="search" size="large" to="/join">
                {t('home.join.action')}
              </ButtonLink>
              <ButtonLink kind="ghost" size="large" to="/join#steps">
                {t('home.join.more')}
              </ButtonLink>
            </div>
          </div>
          <div className={styles.tiles}>
            {joinPictures.map((picture) => (
              <Pan className={styles.frame} key={picture.src} src={picture.src} alt="" width={200} height={200} />
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
