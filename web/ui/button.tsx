import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { joinClasses } from './class-names.ts'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { SiteLink } from './site-link.tsx'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'search' | 'secondary' | 'quiet' | 'danger' | 'jade' | 'bone' | 'ghost'
type ButtonSize = 'small' | 'normal' | 'large'

const kinds: Record<ButtonKind, string | undefined> = {
  primary: styles.primary,
  search: styles.search,
  secondary: styles.secondary,
  quiet: styles.quiet,
  danger: styles.danger,
  jade: styles.jade,
  bone: styles.bone,
  ghost: styles.ghost,
}
const sizes: Record<ButtonSize, string | undefined> = { small: styles.small, normal: '', large: styles.large }

interface Look {
  kind?: ButtonKind
  size?: ButtonSize
  full?: boolean
}

/** Returns the button classes for another element, such as a link. */
export const getButtonClasses = ({ kind = 'primary', size = 'normal', full }: Look, more?: string) =>
  joinClasses(styles.button, kinds[kind], sizes[size], full && styles.full, more)

/** A button. While `loading` it keeps its width, shows dots and ignores presses. */
export function Button({
  kind,
  size,
  full,
  loading = false,
  className,
  children,
  ...rest
}: Look & ComponentProps<'button'> & { loading?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={getButtonClasses({ kind, size, full }, joinClasses(loading && styles.loading, className))}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : rest.onClick}>
      {loading ? (
        <>
          <span className={styles.keptWidth}>{children}</span>
          <Dabs className={styles.dabs} />
        </>
      ) : (
        children
      )}
    </button>
  )
}

export function ButtonLink({ kind, size, full, className, ...rest }: Look & LinkProps) {
  const { to, state, replace, preventScrollReset, ...plain } = rest
  if (
    typeof to === 'string' &&
    /^\/(?!\/)/.test(to) &&
    !state &&
    !replace &&
    !preventScrollReset &&
    !rest.reloadDocument
  )
    return <SiteLink {...plain} to={to} className={getButtonClasses({ kind, size, full }, className)} />
  return <Link {...rest} className={getButtonClasses({ kind, size, full }, className)} />
}

export function IconButton({
  label,
  disc,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; disc?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={joinClasses(styles.iconButton, disc && styles.disc, className)}
    />
  )
}
