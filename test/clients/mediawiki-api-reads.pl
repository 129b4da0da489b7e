# Reads a wiki with MediaWiki::API, and prints the results as JSON.
use strict;
use warnings;
use utf8;
use JSON;
use MediaWiki::API;

my ($api, $name, $password) = @ARGV;
my $mw = MediaWiki::API->new({ api_url => $api });
my $fail = sub { die $_[0] . ': ' . $mw->{error}->{code} . ': ' . $mw->{error}->{details} };

# Reads a whole list in steps with the client's own continuation.
sub titles {
    my ($query, $options) = @_;
    my $list = $mw->list({ action => 'query', %$query }, $options // {}) or $fail->(join ' ', %$query);
    return [map { $_->{title} // $_->{user} // $_->{name} // $_->{'*'} } @$list];
}

$mw->login({ lgname => $name, lgpassword => $password }) or $fail->('login');
my %found;
$found{page} = $mw->get_page({ title => 'Марс' });
$found{missing} = exists $mw->get_page({ title => 'Нет такой' })->{missing} ? 1 : 0;
$found{in_steps} = titles({ list => 'allpages', aplimit => 7 });
$found{at_once} = titles({ list => 'allpages', aplimit => 'max' });
$found{members} = titles({ list => 'categorymembers', cmtitle => 'Категория:Планеты', cmlimit => 3 });
$found{backlinks} = titles({ list => 'backlinks', bltitle => 'Марс', bllimit => 3 });
$found{embeddedin} = titles({ list => 'embeddedin', eititle => 'Шаблон:Карточка', eilimit => 3 });
$found{users} = titles({ list => 'allusers', aulimit => 5 });
$found{log} = scalar @{ titles({ list => 'logevents', lelimit => 50 }) };
$found{changes} = scalar @{ titles({ list => 'recentchanges', rclimit => 60 }) };
$found{contribs} = scalar @{ titles({ list => 'usercontribs', ucuser => 'Алиса', uclimit => 10 }) };
$found{search} = scalar @{ titles({ list => 'search', srsearch => 'страница', srlimit => 2 }) };
$found{two_batches} = scalar @{ titles({ list => 'allpages', aplimit => 5 }, { max => 2 }) };

# A hook receives each batch.
my $batches = 0;
$mw->list({ action => 'query', list => 'allcategories', aclimit => 5 }, { hook => sub { $batches++ } });
$found{batches} = $batches;

my $info = $mw->api({ action => 'query', meta => 'siteinfo', siprop => 'general|namespaces|namespacealiases' }) or $fail->('siteinfo');
$found{generator} = $info->{query}->{general}->{generator};
my $links = $mw->api({ action => 'query', generator => 'links', titles => 'Марс', gpllimit => 'max', prop => 'info' }) or $fail->('links');
$found{links} = [sort map { $_->{title} } values %{ $links->{query}->{pages} }];
$found{file} = length $mw->download({ title => 'Файл:Corpus red.png' });
$found{unknown} = $mw->api({ action => 'nosuch' }) ? '' : $mw->{error}->{details};
$mw->logout();
print JSON->new->utf8->encode(\%found);
