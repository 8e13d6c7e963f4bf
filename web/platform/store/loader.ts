/** The full-page loader: whether it shows, and its one line. */
export interface Loader {
  showing: boolean
  message: string
}

export const noLoader: Loader = { showing: false, message: '' }

/** Shows the loader with a message. */
export const showLoader = (_: Loader, message = ''): Loader => ({ showing: true, message })

/** Hides the loader and forgets its message. */
export const hideLoader = (_: Loader): Loader => noLoader
