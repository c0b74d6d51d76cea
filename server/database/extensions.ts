/**
 * The PostgreSQL extensions that Weekward needs. The owner of the database can create them without
 * being a superuser.
 */
export const extensions = ['btree_gist', 'pg_trgm']
