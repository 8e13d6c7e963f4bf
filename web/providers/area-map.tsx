import type { Profile } from '#contract/providers/providers.ts'
import { reader } from '#contract/words.ts'
import { firstName } from './first-name.ts'
import { profileWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './area-map.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

/** Where an artist works: a rounded area, and how far they travel. */
export function AreaMap({ profile }: { profile: Profile }) {
  const t = reader(profileWords, profile.countryCode)
  const [lng, lat] = profile.position
  const circle = profile.mobile ? `?circle=${Math.round(profile.mobile.radius.metres)}` : ''
  const zoom = profile.mobile && profile.mobile.radius.metres > 12_000 ? 10 : 11
  return (
    <section className="stack gap-12" aria-labelledby="area">
      <h2 className="heading-3" id="area">
        {t('profile.area', { firstName: firstName(profile.name) })}
      </h2>
      <div className={classes(styles.areaMap, pictureStyles.frame)}>
        <img
          src={`/v1/map/${lng.toFixed(2)},${lat.toFixed(2)},${zoom}.svg${circle}`}
          alt={t('profile.map', {
            area: profile.area + (profile.city && profile.city !== profile.area ? `, ${profile.city}` : ''),
          })}
          width={1280}
          height={1280}
          loading="lazy"
        />
      </div>
      <p className="small muted">{t('profile.area.note')}</p>
    </section>
  )
}
