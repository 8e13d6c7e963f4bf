import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'
import { loadPart } from '#web/platform/optional.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './picture.module.css'

/** Retries of a broken picture before it is hidden. */
export const pictureTries = 5

const waits = [300, 900, 2_000, 4_000, 8_000]

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  src: string
  alt: string
  /** Text in place of a failed picture; only if the picture carries meaning. */
  gone?: string
}

/** A picture that retries up to 5 times on error, then hides. */
export function Picture({ src, alt, gone, className, ...rest }: PictureProps) {
  const [failed, setFailed] = useState({ src, tries: 0, over: false })
  const blur = useBlur(src)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const state = failed.src === src ? failed : { src, tries: 0, over: false }

  const broken = () => {
    if (state.tries >= pictureTries) return setFailed({ ...state, over: true })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setFailed({ src, tries: state.tries + 1, over: false }), waits[state.tries])
  }

  // A server-rendered picture may have failed before hydration.
  const seen = useRef(false)
  const look = useCallback((img: HTMLImageElement | null) => {
    if (!img || seen.current) return
    seen.current = true
    if (img.complete && img.naturalWidth === 0 && img.currentSrc) img.dispatchEvent(new Event('error'))
  }, [])

  if (state.over) return gone ? <span className="visually-hidden">{gone}</span> : null
  const image = (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      ref={look}
      src={getRetryUrl(src, state.tries)}
      alt={alt}
      className={joinClasses(styles.image, className)}
      onError={broken}
      {...(blur && { style: { ...rest.style, background: `center / cover url(${blur})` } })}
    />
  )
  const upload = uploadOf(src)
  if (!upload || state.tries > 0) return image
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={widthsOf(upload.base, 'avif')}
        sizes={rest.sizes ?? '(min-width: 768px) 33vw, 100vw'}
      />
      <source
        type="image/webp"
        srcSet={widthsOf(upload.base, 'webp')}
        sizes={rest.sizes ?? '(min-width: 768px) 33vw, 100vw'}
      />
      {image}
    </picture>
  )
}

/** Returns base address and blur of an upload's address; null for a drawing. */
function uploadOf(src: string): { base: string; blur: string | null } | null {
  const [, base, blur] = /^(\/pictures\/[a-z0-9-]+\/[\w-]{22}\/)1200\.(?:webp|jpg)(?:\?th=([\w-]+))?$/.exec(src) ?? []
  return base ? { base, blur: blur ?? null } : null
}

const widthsOf = (base: string, format: string) =>
  [320, 640, 1200, 2000].map((width) => `${base}${width}.${format} ${width}w`).join(', ')

/** Returns the blur placeholder of an upload until it has loaded; its decoder is lazy-loaded. */
function useBlur(src: string): string | null {
  const [blur, setBlur] = useState<string | null>(null)
  const hash = uploadOf(src)?.blur ?? null
  useEffect(() => {
    if (!hash) return
    let here = true
    loadPart(() => import('thumbhash'))
      .then(
        ({ thumbHashToDataURL }) =>
          here &&
          setBlur(
            thumbHashToDataURL(
              Uint8Array.from(atob(hash.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)),
            ),
          ),
      )
      .catch(() => {})
    return () => {
      here = false
    }
  }, [hash])
  return blur
}

/** Returns the address of the nth retry, which bypasses a cached error. */
export function getRetryUrl(src: string, tries: number): string {
  if (tries === 0) return src
  return `${src}${src.includes('?') ? '&' : '?'}try=${tries}`
}

export function Pan({ className, ...picture }: PictureProps) {
  return (
    <div className={joinClasses(styles.frame, className)}>
      <Picture {...picture} />
    </div>
  )
}

export function Avatar({
  size = 48,
  className,
  ...picture
}: PictureProps & { size?: 32 | 40 | 48 | 56 | 60 | 72 | 96 }) {
  return (
    <span className={joinClasses(styles.avatar, className)} data-size={size === 48 ? undefined : size}>
      <Picture width={size} height={size} {...picture} />
    </span>
  )
}
