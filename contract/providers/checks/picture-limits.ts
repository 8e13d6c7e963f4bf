/** At most so many pictures of a document, or with an appeal. */
export const mostPictures = 3
