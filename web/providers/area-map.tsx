import type { Profile } from '#contract/providers/providers.ts'
import { reader } from '#contract/words.ts'
import { zoomAround } from '#web/search/map/map-projection.ts'
import { NamedMap } from '#web/search/map/named-map.tsx'
import { firstName } from './first-name.ts'
import { profileWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './area-map.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

// What a circle may measure from its middle to be seen whole on a phone.
const reach = 150
const studioZoom = 12

/** Where an artist works: a rounded area, and how far they travel. */
export function AreaMap({ profile }: { profile: Profile }) {
  const t = reader(profileWords, profile.countryCode)
  const metres = profile.mobile?.radius.metres ?? null
  return (
    <section className="stack gap-12" aria-labelledby="area">
      <h2 className="heading-3" id="area">
        {t('profile.area', { firstName: firstName(profile.name) })}
      </h2>
      <div className={classes(styles.areaMap, pictureStyles.frame)}>
        <NamedMap
          centre={profile.position}
          zoom={metres === null ? studioZoom : zoomAround(metres, profile.position[1], reach)}
          circleMetres={metres}
          alt={t('profile.map', {
            area: profile.area + (profile.city && profile.city !== profile.area ? `, ${profile.city}` : ''),
          })}
        />
      </div>
      <p className="small muted">{t('profile.area.note')}</p>
    </section>
  )
}
