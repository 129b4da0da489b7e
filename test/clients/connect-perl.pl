# Connects to a wiki with MediaWiki::API or MediaWiki::Bot, reads and writes, and prints the results as JSON.
use strict;
use warnings;
use utf8;
use JSON;

my ($client, $port, $name, $password) = @ARGV;
my %found;
if ($client eq 'MediaWiki::API') {
    require MediaWiki::API;
    my $mw = MediaWiki::API->new({ api_url => "http://127.0.0.1:$port/api.php" });
    my $fail = sub { die $_[0] . ': ' . $mw->{error}->{code} . ': ' . $mw->{error}->{details} };
    $mw->login({ lgname => $name, lgpassword => $password }) or $fail->('login');
    $mw->edit({ action => 'edit', title => 'Connected', text => 'by MediaWiki::API' }) or $fail->('edit');
    my $list = $mw->list({ action => 'query', list => 'allpages', aplimit => 'max' }) or $fail->('list');
    $found{pages} = [map { $_->{title} } @$list];
    $found{text} = $mw->get_page({ title => 'Connected' })->{'*'};
    $found{version} = $mw->_get_version();
} else {
    require MediaWiki::Bot;
    my $bot = MediaWiki::Bot->new({ protocol => 'http', host => "127.0.0.1:$port", path => '', operator => 'tests' });
    my $fail = sub { die $_[0] . ': ' . ($bot->{error}->{details} // 'failed') };
    $bot->login({ username => $name, password => $password }) or $fail->('login');
    $bot->edit({ page => 'Connected', text => 'by MediaWiki::Bot', summary => 'new' }) or $fail->('edit');
    $found{pages} = [$bot->list_transclusions('Template:Nothing'), $bot->prefixindex('Conn')];
    $found{pages} = [map { ref $_ ? $_->{title} : $_ } @{ $found{pages} }];
    $found{text} = $bot->get_text('Connected');
    my $version = $bot->get_mw_version();
    $found{version} = ref $version ? $version->{string} : $version;
}
print JSON->new->ascii->encode(\%found);
